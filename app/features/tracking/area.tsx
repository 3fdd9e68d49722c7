import { Form } from "react-router";
import { EmptyState } from "#app/components/empty-state.tsx";
import { Link } from "#app/components/link.tsx";
import { listAddress, pageSizes } from "#app/components/list/address.ts";
import { DataTable } from "#app/components/list/data-table.tsx";
import type { ColumnView } from "#app/components/list/list-view.ts";
import { BeyondEnd, isBeyondEnd, Pager } from "#app/components/list/pager.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Collapsible } from "#app/ui/collapsible.tsx";
import { Field, FieldDescription, FieldLabel } from "#app/ui/field.tsx";
import { Input, TextArea } from "#app/ui/input.tsx";
import { Tabs, tabStyle } from "#app/ui/tabs.tsx";
import type { NumbersView } from "./numbers.server.ts";
import type { TableView } from "./tables.server.ts";
import type { AreaHead, AreaView } from "./view.server.ts";

/** Rows of shipments, which another feature draws. */
export type DrawRows<Column extends ColumnView> = (
  rows: readonly string[],
  columns: readonly Column[],
) => React.ReactNode;

/** Groupings and search of an area, and the field for many numbers. */
export function AreaSearch({ head }: { head: AreaHead }) {
  const { groupings, search, index } = head;
  return (
    <>
      {groupings.length > 0 ? (
        <Tabs aria-label={head.title}>
          {groupings.map(({ path, text, isCurrent }) => (
            <Link key={path} to={path} aria-current={isCurrent ? "page" : undefined} className={tabStyle()}>
              {`${text} `}
            </Link>
          ))}
        </Tabs>
      ) : null}
      {search.keys.length > 0 ? (
        <Form
          key={search.keys.map(({ value }) => value).join(" ")}
          method="get"
          action={index}
          role="search"
          className="flex flex-wrap items-end gap-2 print:hidden"
        >
          {search.hidden.map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {search.keys.map(({ name, label, value }) => (
            <Field key={name} label={label} className="min-w-40 max-w-narrow flex-1">
              <Input name={name} defaultValue={value} maxLength={100} autoComplete="off" />
            </Field>
          ))}
          <Button kind="primary">{search.button}</Button>
        </Form>
      ) : null}
    </>
  );
}

/** The field for many numbers; open when it has something to say. */
export function NumbersForm({
  paste,
  index,
  text,
  fault,
  requestId,
}: {
  paste: AreaHead["paste"];
  index: AreaHead["index"];
  text: string;
  fault: string | null;
  requestId: string;
}) {
  if (!paste) return null;
  return (
    <Card className="print:hidden">
      <Collapsible open={text !== "" || fault !== null} kind="quiet" summary={paste.title}>
        <PostForm requestId={requestId} layout="plain" className="mt-2 flex flex-col gap-2" action={index}>
          <FieldLabel htmlFor="numbers">{paste.label}</FieldLabel>
          <FieldDescription id="numbers-hint">{paste.hint}</FieldDescription>
          {fault ? (
            <Alert kind="danger" id="numbers-fault">
              {fault}
            </Alert>
          ) : null}
          <TextArea
            key={text}
            id="numbers"
            name="numbers"
            rows={6}
            defaultValue={text}
            aria-invalid={fault ? true : undefined}
            aria-describedby={fault ? "numbers-fault numbers-hint" : "numbers-hint"}
          />
          <p>
            <Button kind="primary">{paste.button}</Button>
          </p>
        </PostForm>
      </Collapsible>
    </Card>
  );
}

/** What was found for many numbers; `children` is the map. */
export function NumbersAnswer<Column extends ColumnView>({
  view,
  drawRows,
  children,
}: {
  view: NumbersView<Column>;
  drawRows: DrawRows<Column>;
  children: React.ReactNode;
}) {
  const { wrong, unknown, map } = view;
  return (
    <>
      <p role="status">{view.summary}</p>
      {wrong.length > 0 ? (
        <Alert kind="warning">
          <ul className="flex flex-col gap-1">
            {wrong.map(({ number, text, link }) => (
              <li key={number}>
                {`${text} `}
                <Link to={link.path} className="underline">
                  {link.text}
                </Link>
              </li>
            ))}
          </ul>
        </Alert>
      ) : null}
      {unknown ? (
        <Section title={unknown.title} layout="text">
          <p className="wrap-anywhere">{unknown.numbers}</p>
        </Section>
      ) : null}
      {view.groups.length > 0 ? <GroupedShipments view={view} drawRows={drawRows} /> : null}
      <Section title={map.title} layout="text" isPlain>
        {map.none ? <p className="text-quiet">{map.none}</p> : children}
      </Section>
    </>
  );
}

interface Groups<Column extends ColumnView> {
  caption: string;
  columns: readonly Column[];
  groups: readonly { key: string; heading: string; note: string | null; rows: string[] }[];
}

/** One table of shipments with a heading above each group. */
function GroupedShipments<Column extends ColumnView>({
  view: { caption, columns, groups },
  drawRows,
}: {
  view: Groups<Column>;
  drawRows: DrawRows<Column>;
}) {
  return (
    <DataTable caption={caption} look="cards" columns={columns.map(({ sort: _, ...column }) => column)}>
      {groups.map(({ key, heading, note, rows }) => (
        <GroupRows key={key} heading={heading} note={note} span={columns.length}>
          {drawRows(rows, columns)}
        </GroupRows>
      ))}
    </DataTable>
  );
}

function GroupRows({
  heading,
  note,
  span,
  children,
}: {
  heading: string;
  note: string | null;
  span: number;
  children: React.ReactNode;
}) {
  return (
    <>
      {/* Among the cards of a phone it is a heading above them, not a card. */}
      <tr className="bg-muted max-sm:mt-4 max-sm:block max-sm:border-0 max-sm:bg-transparent max-sm:px-0">
        <th colSpan={span} scope="colgroup" className="wrap-anywhere max-sm:whitespace-normal">
          <span className="font-semibold">{`${heading} `}</span>
          {note ? <span className="font-normal text-quiet">{note}</span> : null}
        </th>
      </tr>
      {children}
    </>
  );
}

/** Everything but the rows of a list, which the route draws by `ListPage`. */
export function AreaRows<Column extends ColumnView>({
  view,
  drawRows,
}: {
  view: Exclude<AreaView<Column>, { kind: "rows" }>;
  drawRows: DrawRows<Column>;
}) {
  if (view.kind === "totals") {
    return (
      <Section title={view.heading} isPlain>
        <p className="text-quiet">{view.note}</p>
        {view.tables.map((table) => (
          <Table key={table.caption} table={table} isTitled />
        ))}
        <nav aria-label={view.yearsLabel} className="flex gap-3 print:hidden">
          {view.years.map(({ path, text }) => (
            <Link key={path} to={path} className="px-2 py-1 text-link underline">
              {`${text} `}
            </Link>
          ))}
        </nav>
      </Section>
    );
  }
  const { base, params, empty, lost } = view;
  const hrefOfPage = (next: number) => listAddress(base, params, { page: next > 1 ? String(next) : null });
  if (isBeyondEnd(view)) return <BeyondEnd view={view} hrefOfPage={hrefOfPage} />;
  if (view.rowCount === 0) return <EmptyState title={empty.title} text={empty.text} />;
  return (
    <>
      {lost ? <Alert kind="warning">{lost}</Alert> : null}
      {view.kind === "lines" ? (
        <Table table={view.table} />
      ) : (
        <GroupedShipments view={view} drawRows={drawRows} />
      )}
      <Pager
        view={view}
        sizes={pageSizes}
        hrefOfPage={hrefOfPage}
        hrefOfSize={(size) => listAddress(base, params, { pageSize: String(size) })}
      />
    </>
  );
}

function Table({ table, isTitled }: { table: TableView; isTitled?: boolean }) {
  const { caption, columns, groups } = table;
  return (
    <section>
      {isTitled ? <h3 className="mb-2 font-semibold">{caption}</h3> : null}
      <DataTable caption={caption} columns={columns.map(({ sort: _, ...column }) => column)}>
        {groups.map(({ key, heading, note, rows }) => {
          const lines = rows.map((row) => (
            <tr key={row.key}>
              {row.cells.map(({ text, links }, index) => {
                const { key, label, isAmount } = columns[index]!;
                const shownLinks = links
                  ? links.map((link) => (
                      <span key={link.path}>
                        <Link to={link.path} className="text-link underline">
                          {link.text}
                        </Link>{" "}
                      </span>
                    ))
                  : text;
                return index === 0 ? (
                  <th key={key} scope="row">
                    {shownLinks}
                  </th>
                ) : (
                  <td key={key} data-label={label} className={isAmount ? "amount" : undefined}>
                    {shownLinks}
                  </td>
                );
              })}
            </tr>
          ));
          return heading ? (
            <GroupRows key={key} heading={heading} note={note} span={columns.length}>
              {lines}
            </GroupRows>
          ) : (
            lines
          );
        })}
      </DataTable>
      {groups.map(({ key, heading, note }) =>
        note && !heading ? (
          <p key={key} className="mt-1 text-xs text-quiet">
            {note}
          </p>
        ) : null,
      )}
    </section>
  );
}
