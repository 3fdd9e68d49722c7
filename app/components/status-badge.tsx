import type { BookingStatus } from "#app/lib/booking-state.ts";
import type { QuoteStatus } from "#app/lib/quote-state.ts";
import { type BadgeLook, IconBadge, type ShipmentState, shipmentLooks } from "./shipment-badge.tsx";

type Status = ShipmentState | QuoteStatus | BookingStatus;

const looks: Record<Status, BadgeLook> = {
  ...shipmentLooks,
  NEW: { kind: "neutral", icon: "M6 1v10M1 6h10M3 3l6 6M9 3L3 9" },
  AWAITING_AUTHORIZATION: { kind: "warning", icon: "M3 2v8M9 2v8" },
  READY_TO_BOOK: { kind: "info", icon: "M3 2l7 4-7 4z" },
  ACCEPTED: { kind: "success", icon: "M1 1h10v10H1zM3 6l2 2 4-4" },
  REJECTED: { kind: "danger", icon: "M3 3l6 6M9 3l-6 6" },
  DRAFT: { kind: "neutral", icon: "M2 10l1-3 6-6 2 2-6 6z" },
  SUBMITTED: { kind: "info", icon: "M1 5l10-4-3 10-3-4z" },
  CONFIRMED: { kind: "success", icon: "M1 6l2 3 4-5M5 8l1 1 5-6" },
  CANCELLED: { kind: "danger", icon: "M1 6a5 5 0 1010 0A5 5 0 101 6M3 9l6-6" },
  EXPIRED: { kind: "neutral", icon: "M3 1h6L3 11h6z" },
};

/** Status of a shipment, quote or booking. */
export function StatusBadge({ status, label }: { status: Status; label: string }) {
  return <IconBadge look={Object.hasOwn(looks, status) ? looks[status] : undefined} label={label} />;
}
