import { href } from "react-router";
import { clamped } from "#app/components/clamped-text.tsx";
import { CopyButton } from "#app/components/copy-button.tsx";
import { Link } from "#app/components/link.tsx";
import { IconBadge, shipmentLooks } from "#app/components/shipment-badge.tsx";
import { packedLine, STAMP_MARK } from "#app/components/time.tsx";
import { cutCommaList } from "#app/lib/comma-list.ts";
import type { RoutePath } from "#app/route-rules.ts";
import { Badge } from "#app/ui/badge.tsx";
import { FollowButton } from "../detail/follow-button.tsx";
import { JourneySteps } from "../journey/steps.tsx";
import { type RowView, type ShipmentColumnView, unpackRow } from "./row-view.ts";

/** The step of the bar from which on a shipment has arrived. */
const ARRIVED = 4;

interface Props {
  columns: readonly ShipmentColumnView[];
  canOpen: boolean;
  canFollow: boolean;
  look?: string;
  /** Where a row leads; to its shipment by default. */
  detail?: Extract<RoutePath, `/${string}/detail/:id`>;
}

/** Rows of a `DataTable` that has a column with the house number. */
export function ShipmentRows({ rows, ...rest }: Props & { rows: readonly string[] }) {
  return rows.map(unpackRow).map((row) => <ShipmentRow key={row.id} row={row} {...rest} />);
}

function ShipmentRow({ row, columns, look, ...rest }: Props & { row: RowView }) {
  const isCard = look !== "";
  return (
    <tr>
      {columns.map((column, index) => {
        const text = row.cells[index] ?? "";
        if (column.kind === "number") return <NumberCell key={column.key} row={row} text={text} {...rest} />;
        // In cards only an ETA has its name: "Arrived ..." says what it is, and other labels would be bytes that nobody sees.
        const isNamed = !isCard || (column.card === "when" && !isArrival(column, text, row));
        return (
          <td
            key={column.key}
            data-label={isNamed ? column.label : undefined}
            className={column.card ?? (column.kind === "amount" ? "amount" : undefined)}
          >
            {contentOf(column, text, row)}
          </td>
        );
      })}
    </tr>
  );
}

/** Whether the cell says the arrival alone, which needs no name; behind the ETA it is a second line. */
const isArrival = ({ kind }: ShipmentColumnView, text: string, { step }: RowView): boolean =>
  step >= ARRIVED && (kind === "arrives" || !text.includes("\n"));

/** The house number, which names the row, and below it what is in the shipment. */
function NumberCell({
  row,
  text,
  canOpen,
  canFollow,
  detail,
}: Pick<Props, "canOpen" | "canFollow" | "detail"> & { row: RowView; text: string }) {
  const [number = "", contents] = text.split("\n");
  return (
    <th scope="row">
      {canFollow ? <FollowButton id={row.id} number={number} isFollowed={row.isFollowed} /> : null}
      {canOpen ? (
        <Link
          to={detail ? href(detail, row) : href("/shipments/detail/:id", row)}
          className="text-link underline"
        >
          {number}
        </Link>
      ) : (
        number
      )}
      <CopyButton text={number} />
      {contents ? <p className="line">{contents}</p> : null}
    </th>
  );
}

/** Not a component: a list has three hundred cells, most of them a text. */
function contentOf(column: ShipmentColumnView, text: string, row: RowView): React.ReactNode {
  if (text === "") return null;
  const [first = "", ...lines] = text.split("\n");
  if (column.kind === "arrives") {
    return (
      <>
        {packedLine(first)}{" "}
        {lines[0] ? <Badge kind={shipmentLooks[row.status]?.kind}>{lines[0]}</Badge> : null}
      </>
    );
  }
  if (column.kind === "progress") {
    return (
      <>
        <JourneySteps {...row} />
        <span className="sr-only">{first}</span>
      </>
    );
  }
  if (column.kind === "next") {
    return <span className={row.isOwnTurn ? "next own" : "next"}>{packedLine(first)}</span>;
  }
  if (column.kind === "status" || text.includes(STAMP_MARK)) {
    return (
      <>
        {column.kind === "status" ? (
          <>
            <IconBadge look={shipmentLooks[row.status]} label={first} /> <JourneySteps {...row} />
          </>
        ) : (
          packedLine(first)
        )}
        {lines.map((line) => (
          <p key={line} className="line">
            {packedLine(line)}
          </p>
        ))}
      </>
    );
  }
  const isList = column.kind === "list" || column.kind === "copiedList";
  const { shown, full } = isList ? cutCommaList(text) : { shown: text, full: text };
  const content = clamped({ text: shown, full });
  if (column.kind !== "copied" && column.kind !== "copiedList") return content;
  return (
    <>
      {content}
      <CopyButton text={full} />
    </>
  );
}
