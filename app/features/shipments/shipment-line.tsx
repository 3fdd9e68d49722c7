import { Link } from "react-router";
import { StatusBadge } from "#app/components/status-badge.tsx";
import { unpackRow } from "./row-view.ts";

/** A shipment in one line of a list: `packed` holds house number, status, departure, arrival and one date. */
export function ShipmentLine({
  packed,
  dateLabel,
  delayedLabel,
  canOpen,
}: {
  packed: string;
  dateLabel: string;
  delayedLabel: string;
  canOpen: boolean;
}) {
  const { id, status, isDelayed, cells } = unpackRow(packed);
  const [number, statusText = "", from, to, date] = cells;
  return (
    <li>
      <span>
        {canOpen ? (
          <Link to={`/shipments/detail/${id}`} className="text-link underline">
            {number}
          </Link>
        ) : (
          number
        )}{" "}
        <StatusBadge status={status} label={statusText} />{" "}
        {isDelayed ? <StatusBadge status="DELAYED" label={delayedLabel} /> : null}
      </span>{" "}
      <span>
        {from} → {to}
      </span>{" "}
      {date ? (
        <span className="text-quiet">
          {dateLabel} {date}
        </span>
      ) : null}
    </li>
  );
}
