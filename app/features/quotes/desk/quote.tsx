import { ButtonLink } from "#app/components/button-link.tsx";
import { Link } from "#app/components/link.tsx";
import { DataTable } from "#app/components/list/data-table.tsx";
import { timed } from "#app/components/moment.tsx";
import { OperationLog } from "#app/components/operation-log.tsx";
import { Section } from "#app/components/page/section.tsx";
import { StatusBadge } from "#app/components/status-badge.tsx";
import { textOf } from "#app/lib/moment.ts";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import { Clock } from "../clock.tsx";
import { RequestInFull } from "../detail.tsx";
import { OptionMatrix } from "../option-matrix.tsx";
import { useTick } from "../use-tick.ts";
import type { DeskQuoteView, EarlierView } from "./quote.server.ts";

/** A quote at the forwarder's desk, above its form (`children`). */
export function DeskQuote({ view, children }: { view: DeskQuoteView; children: React.ReactNode }) {
  const { quote, company, margins, earlier } = view;
  useTick(quote);
  return (
    <>
      <div>
        <p className="flex flex-wrap items-center gap-3">
          <StatusBadge status={quote.status} label={quote.statusLabel} />
          <span className="font-medium">{company}</span>
        </p>
        {quote.clocks.map((clock) => (
          <Clock key={textOf(clock.text)} clock={clock} />
        ))}
        <p className="mt-1 text-base">{quote.route}</p>
        {quote.tag ? <p className="text-quiet">{quote.tag}</p> : null}
        {quote.booking ? (
          <p>
            <span className="text-quiet">{quote.booking.label}</span> {quote.booking.number}
          </p>
        ) : null}
      </div>
      {quote.notes.map((note) => (
        <Alert key={textOf(note)} kind="info">
          {timed(note)}
        </Alert>
      ))}
      {quote.warnings.map((warning) => (
        <Alert key={warning} kind="warning">
          {warning}
        </Alert>
      ))}
      <RequestInFull view={quote} />
      <Card>
        <OperationLog log={quote.log} />
      </Card>
      {margins.length > 0 ? (
        <Section title={quote.options.title} isPlain>
          <OptionMatrix options={quote.options} />
          <Margins margins={margins} />
        </Section>
      ) : null}
      {children}
      {view.form ? <Earlier earlier={earlier} /> : null}
      <p className="text-xs text-quiet">{quote.zoneNote}</p>
    </>
  );
}

function Margins({ margins }: { margins: DeskQuoteView["margins"] }) {
  const { t } = useText("desk-quote");
  const columns = (["total", "cost", "margin"] as const).map((name) => ({
    key: name,
    label: t(`sum.${name}`),
  }));
  return (
    <DataTable
      caption={t("margins")}
      columns={[
        { key: "option", label: t("margins"), width: "xl" },
        ...columns.map((column) => ({ ...column, width: "lg" as const, isAmount: true })),
      ]}
    >
      {margins.map((row) => (
        <tr key={row.option}>
          <th scope="row">{row.option}</th>
          {columns.map(({ key, label }) => (
            <td key={key} data-label={label} className="amount">
              {row[key]}
            </td>
          ))}
        </tr>
      ))}
    </DataTable>
  );
}

/** Priced quotes of the lane, each of which fills the form by one press. */
function Earlier({ earlier }: { earlier: EarlierView[] }) {
  const { t } = useText("desk-quote");
  const columns = (["company", "requested", "cargo", "carriers", "total"] as const).map((name) => ({
    key: name,
    label: t(`earlier.${name}`),
  }));
  return (
    <Section title={t("earlier.title")} layout="close" isPlain>
      {earlier.length === 0 ? (
        <p className="text-quiet">{t("earlier.none")}</p>
      ) : (
        <DataTable
          caption={t("earlier.title")}
          columns={[
            { key: "number", label: t("earlier.number"), width: "lg" },
            ...columns.map((column) => ({ ...column, width: "lg" as const })),
            { key: "use", label: t("earlier.use"), width: "md" },
          ]}
        >
          {earlier.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <Link to={row.href} className="text-link underline">
                  {row.number}
                </Link>
              </th>
              {columns.map(({ key, label }) => (
                <td key={key} data-label={label}>
                  {timed(row[key])}
                </td>
              ))}
              <td data-label={t("earlier.use")}>
                <ButtonLink
                  to={row.use}
                  // The form starts anew.
                  reloadDocument
                  aria-label={t("earlier.useOf", { number: row.number })}
                  size="small"
                >
                  {t("earlier.use")}
                </ButtonLink>
              </td>
            </tr>
          ))}
        </DataTable>
      )}
    </Section>
  );
}
