import type { ShipmentStatusFilter } from "#app/contract/shipment-code.ts";
import { Badge } from "#app/ui/badge.tsx";

const looks = {
  BOOKED: { kind: "neutral", icon: "M3 2h6v8L6 8l-3 2z" },
  TRANSIT: { kind: "info", icon: "M1 6h9M7 3l3 3-3 3" },
  COMPLETED: { kind: "success", icon: "M2 6l3 3 5-6" },
  DELAYED: { kind: "warning", icon: "M6 2v5M6 9v1" },
} as const;

/** A status of a shipment, told apart by text and icon as well as by colour. */
export function StatusBadge({ status, label }: { status: ShipmentStatusFilter; label: string }) {
  const { kind, icon } = looks[status];
  return (
    <Badge kind={kind}>
      <svg viewBox="0 0 12 12" className="icon" aria-hidden="true">
        <path d={icon} />
      </svg>
      {label}
    </Badge>
  );
}
