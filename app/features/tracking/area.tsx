import { ButtonLink } from "#app/components/button-link.tsx";
import { EmptyState } from "#app/components/empty-state.tsx";
import { Link } from "#app/components/link.tsx";
import { listAddress, pageSizes } from "#app/components/list/address.ts";
import { DataTable } from "#app/components/list/data-table.tsx";
import { FilterChips, FilterForm } from "#app/components/list/filter-form.tsx";
import type { ColumnView } from "#app/components/list/list-view.ts";
import { BeyondEnd, isBeyondEnd, Pager } from "#app/components/list/pager.tsx";
import { StatusTabs } from "#app/components/list/status-tabs.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { FieldDescription, FieldLabel } from "#app/ui/field.tsx";
import { TextArea } from "#app/ui/input.tsx";
import type { NumbersView } from "./numbers.server.ts";
import type { TableView } from "./tables.server.ts";
import type { AreaHead, AreaView } from "./view.server.ts";

const TEXTS = "shipment-list";

/** Rows of shipments, which another feature draws. */
export type DrawRows<Column extends ColumnView> = (
  rows: readonly string[],
  columns: readonly Column[],
) => React.ReactNode;

/** Views and search, for what is no list of shipments. */
export function AreaBar({ head: { views, search } }: { head: AreaHead }) {
  const { t } = useText(TEXTS);
  if (!views) return null;
  return (
    <>
      <div className="list-bar">
        {views.tabs.length > 0 ? (
          <StatusTabs label={t("statusTabs")} {...views} name={views.tabName} />
        ) : null}
        {search ? <FilterForm view={search} /> : null}
      </div>
      {search ? <FilterChips view={search} /> : null}
    </>
  );
}

/** Opens and closes the panel for many numbers. */
export function NumbersLink({ paste }: Pick<AreaHead, "paste">) {
  return paste ? (
    <ButtonLink to={paste.toggle} preventScrollReset size="small" className="print:hidden">
      {paste.title}
    </ButtonLink>
  ) : null;
}

/** The panel for many numbers, which stays open while it has something to say. */
export function NumbersPanel({
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
  const { t } = useText();
  if (!paste || !(paste.isOpen || fault !== null)) return null;
  return (
    <div className="panel print:hidden">
      <PostForm requestId={requestId} layout="plain" action={index}>
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
        <p className="flex flex-wrap gap-2">
          <Button kind="primary">{paste.button}</Button>
          <ButtonLink to={paste.isOpen ? paste.toggle : index} preventScrollReset>
            {t("flash.dismiss")}
          </ButtonLink>
        </p>
      </PostForm>
    </div>
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
      <tr className="h-auto bg-muted max-sm:mt-4 max-sm:block max-sm:border-0 max-sm:bg-transparent max-sm:px-0">
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
