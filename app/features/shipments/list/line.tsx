import { href } from "react-router";
import { Link } from "#app/components/link.tsx";
import { IconBadge, shipmentLooks } from "#app/components/shipment-badge.tsx";
import { packedLine } from "#app/components/time.tsx";
import { unpackRow } from "./row-view.ts";

/** One line of a shipment list; `packed` comes from `lineViews`. */
export function ShipmentLine({ packed, canOpen }: { packed: string; canOpen: boolean }) {
  const { id, status, cells } = unpackRow(packed);
  const [number, statusText = "", from, to, date = "", progress] = cells;
  return (
    <li>
      <span>
        {canOpen ? (
          <Link to={href("/shipments/detail/:id", { id })} className="text-link underline">
            {number}
          </Link>
        ) : (
          number
        )}{" "}
        <IconBadge look={shipmentLooks[status]} label={statusText} />
      </span>{" "}
      <span>
        {from} → {to}
      </span>{" "}
      <span className="text-quiet">{packedLine(date)} </span>
      {progress ? <span className="progress">{progress}</span> : null}
    </li>
  );
}
