import type { ShipmentStatusFilter } from "#app/contract/shipment-code.ts";
import type { BookingStatus } from "#app/lib/booking-state.ts";
import type { QuoteStatus } from "#app/lib/quote-state.ts";
import { Badge } from "#app/ui/badge.tsx";

const looks = {
  BOOKED: { kind: "neutral", icon: "M3 2h6v8L6 8l-3 2z" },
  TRANSIT: { kind: "info", icon: "M1 6h9M7 3l3 3-3 3" },
  COMPLETED: { kind: "success", icon: "M2 6l3 3 5-6" },
  DELAYED: { kind: "warning", icon: "M6 2v5M6 9v1" },
  NEW: { kind: "neutral", icon: "M6 2v4l3 2" },
  AWAITING_AUTHORIZATION: { kind: "warning", icon: "M3 2v8M9 2v8" },
  READY_TO_BOOK: { kind: "info", icon: "M1 6h9M7 3l3 3-3 3" },
  ACCEPTED: { kind: "success", icon: "M2 6l3 3 5-6" },
  REJECTED: { kind: "danger", icon: "M3 3l6 6M9 3l-6 6" },
  DRAFT: { kind: "neutral", icon: "M2 10l1-3 6-6 2 2-6 6z" },
  SUBMITTED: { kind: "info", icon: "M1 6h9M7 3l3 3-3 3" },
  CONFIRMED: { kind: "success", icon: "M1 6l2 3 4-5M5 8l1 1 5-6" },
  CANCELLED: { kind: "danger", icon: "M3 3l6 6M9 3l-6 6" },
  EXPIRED: { kind: "neutral", icon: "M2 6h8" },
} as const satisfies Record<
  ShipmentStatusFilter | QuoteStatus | BookingStatus,
  { kind: string; icon: string }
>;

/** For an unknown status of another provider. */
const plain = { kind: "neutral", icon: "M2 6h8" } as const;

/** Status of a shipment, quote or booking, by text and icon as well as colour. */
export function StatusBadge({ status, label }: { status: keyof typeof looks; label: string }) {
  const { kind, icon } = Object.hasOwn(looks, status) ? looks[status] : plain;
  return (
    <Badge kind={kind}>
      <svg viewBox="0 0 12 12" className="icon" aria-hidden="true">
        <path d={icon} />
      </svg>
      {label}
    </Badge>
  );
}
