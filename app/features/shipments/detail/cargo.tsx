import { href } from "react-router";
import { CopyButton } from "#app/components/copy-button.tsx";
import { Link } from "#app/components/link.tsx";
import { timed } from "#app/components/moment.tsx";
import { Facts } from "#app/components/page/facts.tsx";
import { Section } from "#app/components/page/section.tsx";
import type { CargoView, ContainerRow } from "./cargo.server.ts";

const head = "border-b border-line px-2 py-1 max-sm:px-1 text-left align-top text-xs font-normal text-quiet";
const cell = "border-b border-line px-2 py-1 max-sm:px-1 text-left align-top font-normal";

/** The cargo data types side by side, containers, order lines. */
export function DetailCargo({ cargo }: { cargo: CargoView }) {
  return (
    <div className="flex flex-col gap-4">
      <Section title={cargo.title} layout="text">
        {cargo.rows.length > 0 ? <Figures cargo={cargo} /> : <p className="text-quiet">{cargo.none}</p>}
        <Facts
          facts={cargo.descriptions.map(({ label, cell: { text, difference } }) => [
            label,
            <>
              {difference ? <span aria-hidden="true">≠ </span> : null}
              {text}
              {difference ? <p className="text-xs text-warning">{difference}</p> : null}
            </>,
          ])}
          layout="grid"
          className="mt-3"
        />
        {cargo.legend ? <p className="mt-2 text-xs text-quiet">{cargo.legend}</p> : null}
        {cargo.explanation ? (
          <section className="mt-3">
            <h3 className="font-semibold">{cargo.explanation.title}</h3>
            {cargo.explanation.texts.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </section>
        ) : null}
      </Section>
      <ContainerLines containers={cargo.containers} />
      <Lines {...cargo.orderLines}>
        {cargo.orderLines.rows.map((row) => (
          <Row key={row.join()} cells={row.slice(1)} columns={cargo.orderLines.columns}>
            {row[0]}
          </Row>
        ))}
      </Lines>
    </div>
  );
}

function Figures({ cargo }: { cargo: CargoView }) {
  return (
    <table className="w-full table-fixed">
      <caption className="sr-only">{cargo.title}</caption>
      <thead>
        <tr>
          {cargo.columns.map((label, index) => (
            <th key={label} scope="col" className={index === 0 ? `${head} w-1/3` : head}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {cargo.rows.map(({ label, cells }) => (
          <tr key={label}>
            <th scope="row" className={cell}>
              {label}
            </th>
            {cells.map(({ text, difference }, index) => (
              <td key={cargo.columns[index + 1]} className={difference ? `${cell} bg-warning-soft` : cell}>
                {difference ? <span aria-hidden="true">≠ </span> : null}
                {text}
                {difference ? <p className="text-xs text-warning">{difference}</p> : null}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A table of lines; below 640 px each line becomes a card. */
function Lines({
  title,
  none,
  columns,
  rows,
  children,
}: {
  title: string;
  none: string;
  columns: string[];
  rows: readonly unknown[];
  children: React.ReactNode;
}) {
  return (
    <Section title={title} layout="text">
      {rows.length === 0 ? (
        <p className="text-quiet">{none}</p>
      ) : (
        <table className="w-full">
          <caption className="sr-only">{title}</caption>
          <thead className="max-sm:sr-only">
            <tr>
              {columns.map((label) => (
                <th key={label} scope="col" className={head}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      )}
    </Section>
  );
}

function Row({
  cells,
  columns,
  children,
}: {
  cells: readonly string[];
  columns: readonly string[];
  children: React.ReactNode;
}) {
  return (
    <tr className="max-sm:flex max-sm:flex-wrap max-sm:gap-x-4 max-sm:border-b max-sm:border-line max-sm:py-2">
      <th
        scope="row"
        className="px-2 py-1 text-left align-top font-medium max-sm:w-full sm:border-b border-line"
      >
        <span className="text-xs font-normal text-quiet sm:hidden">{columns[0]} </span>
        {children}
      </th>
      {cells.map((text, index) => (
        <td key={columns[index + 1]} className="px-2 py-1 align-top sm:border-b border-line">
          <span className="text-xs text-quiet sm:hidden">{columns[index + 1]} </span>
          {text}
        </td>
      ))}
    </tr>
  );
}

/** The containers of a shipment, a line each. */
export function ContainerLines({ containers }: { containers: CargoView["containers"] }) {
  return (
    <Lines {...containers}>
      {containers.rows.map((row) => (
        <Container key={row.number} row={row} columns={containers.columns} />
      ))}
    </Lines>
  );
}

function Container({ row, columns }: { row: ContainerRow; columns: readonly string[] }) {
  return (
    <Row cells={row.cells} columns={columns}>
      {row.number} <CopyButton text={row.number} />
      {row.warning ? <p className="text-xs text-warning">{row.warning}</p> : null}
      {row.moved ? (
        <p className="text-xs text-quiet">
          {row.moved.shipmentId ? (
            <Link
              to={href("/shipments/detail/:id", { id: row.moved.shipmentId })}
              className="text-link underline"
            >
              {timed(row.moved.text)}
            </Link>
          ) : (
            timed(row.moved.text)
          )}
        </p>
      ) : null}
    </Row>
  );
}
