import type { ShipmentStatusFilter } from "#app/contract/shipment-code.ts";
import { Badge } from "#app/ui/badge.tsx";

/** What the badge of a shipment says: its status, 'arrived', or late by less than a day (`LATE`) or more (`DELAYED`). */
export type ShipmentState = ShipmentStatusFilter | "ARRIVED" | "LATE";

export interface BadgeLook {
  kind: NonNullable<React.ComponentProps<typeof Badge>["kind"]>;
  /** A path in a square of 12. */
  icon: string;
}

/** Each status has a shape of its own: colour alone must not tell two apart. */
export const shipmentLooks: Record<ShipmentState, BadgeLook> = {
  BOOKED: { kind: "neutral", icon: "M3 2h6v8L6 8l-3 2z" },
  TRANSIT: { kind: "info", icon: "M1 6h9M7 3l3 3-3 3" },
  ARRIVED: { kind: "info", icon: "M3 11V2h7L8 4l2 2H3" },
  COMPLETED: { kind: "success", icon: "M2 6l3 3 5-6" },
  LATE: { kind: "warning", icon: "M1 6a5 5 0 1010 0A5 5 0 101 6M6 3v3l2 1" },
  DELAYED: { kind: "danger", icon: "M6 1l5 9H1zM6 4v3M6 8v1" },
};

/** For an unknown status of another provider. */
const plain: BadgeLook = { kind: "neutral", icon: "M2 6h8" };

/** Status by text and icon as well as colour. */
export function IconBadge({ look = plain, label }: { look?: BadgeLook | undefined; label: string }) {
  return (
    <Badge kind={look.kind}>
      <svg viewBox="0 0 12 12" className="icon" aria-hidden="true">
        <path d={look.icon} />
      </svg>
      {label}
    </Badge>
  );
}
