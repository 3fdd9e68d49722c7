import type { ShipmentStatusFilter } from "#app/contract/shipment-code.ts";
import type { BookingStatus } from "#app/lib/booking-state.ts";
import type { QuoteStatus } from "#app/lib/quote-state.ts";
import { Badge } from "#app/ui/badge.tsx";

/** Each status has a shape of its own: colour alone must not tell two apart. */
const looks = {
  BOOKED: { kind: "neutral", icon: "M3 2h6v8L6 8l-3 2z" },
  TRANSIT: { kind: "info", icon: "M1 6h9M7 3l3 3-3 3" },
  ARRIVED: { kind: "info", icon: "M3 11V2h7L8 4l2 2H3" },
  COMPLETED: { kind: "success", icon: "M2 6l3 3 5-6" },
  LATE: { kind: "warning", icon: "M1 6a5 5 0 1010 0A5 5 0 101 6M6 3v3l2 1" },
  DELAYED: { kind: "danger", icon: "M6 1l5 9H1zM6 4v3M6 8v1" },
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
} as const satisfies Record<ShipmentBadge | QuoteStatus | BookingStatus, { kind: string; icon: string }>;

/** What the badge of a shipment says: its status, 'arrived', or late by less than a day (`LATE`) or more (`DELAYED`). */
export type ShipmentBadge = ShipmentStatusFilter | "ARRIVED" | "LATE";

/** For an unknown status of another provider. */
const plain = { kind: "neutral", icon: "M2 6h8" } as const;

/** Status of a shipment, quote or booking, by text and icon as well as colour. */
export function StatusBadge({
  status,
  label,
  isPlain,
}: {
  status: keyof typeof looks;
  label: string;
  /** Without the icon, where the label says all, as in "5 days late". */
  isPlain?: boolean;
}) {
  const { kind, icon } = Object.hasOwn(looks, status) ? looks[status] : plain;
  return (
    <Badge kind={kind}>
      {isPlain ? null : (
        <svg viewBox="0 0 12 12" className="icon" aria-hidden="true">
          <path d={icon} />
        </svg>
      )}
      {label}
    </Badge>
  );
}
