import { href } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { WeightExplained } from "#app/components/cargo-weight.tsx";
import { Link } from "#app/components/link.tsx";
import { DataTable } from "#app/components/list/data-table.tsx";
import { timed } from "#app/components/moment.tsx";
import { OperationLog } from "#app/components/operation-log.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { Facts } from "#app/components/page/facts.tsx";
import { PageHead } from "#app/components/page/head.tsx";
import { Section } from "#app/components/page/section.tsx";
import { StatusBadge } from "#app/components/status-badge.tsx";
import { textOf } from "#app/lib/moment.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import { Clock } from "./clock.tsx";
import type { QuoteDetailView } from "./detail.server.ts";
import { OptionMatrix } from "./option-matrix.tsx";
import { useTick } from "./use-tick.ts";

/** A quote: state and deadline, prices side by side, the request, and the log. The loader makes its texts. */
export function QuoteDetail({
  view,
  isNewer,
  children,
}: {
  view: QuoteDetailView;
  /** The quote has changed since it was loaded. */
  isNewer: boolean;
  /** Further actions, from other features. */
  children?: React.ReactNode;
}) {
  const { options } = view;
  useTick(view);
  return (
    <div className="flex flex-col gap-4">
      {isNewer ? (
        <Alert kind="warning">
          {view.newer.text}{" "}
          <a href={withQuery(href("/quote/detail"), { id: view.id })} className="underline">
            {view.newer.show}
          </a>
        </Alert>
      ) : null}
      <Head view={view}>{children}</Head>
      {view.notes.map((note) => (
        <Alert key={textOf(note)} kind="info">
          {timed(note)}
        </Alert>
      ))}
      {view.warnings.map((warning) => (
        <Alert key={warning} kind="warning">
          {warning}
        </Alert>
      ))}
      <Section title={options.title} isPlain>
        {options.none ? <p className="text-quiet">{options.none}</p> : null}
        {options.list.length > 0 ? <OptionMatrix options={options} /> : null}
        {options.note ? <p className="text-quiet">{options.note}</p> : null}
      </Section>
      <RequestInFull view={view} />
      <Card>
        <OperationLog log={view.log} />
      </Card>
      <p className="text-xs text-quiet">{view.zoneNote}</p>
    </div>
  );
}

/** What was asked for: the request, its packages, and what they weigh. */
export function RequestInFull({ view }: { view: QuoteDetailView }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Section title={view.request.title} layout="text">
        <Facts facts={view.request.facts} layout="lines" />
      </Section>
      <Card className="flex flex-col gap-4">
        <Packages packages={view.packages} />
        <Facts facts={view.weight.facts} />
        <div>
          <h3 className="font-semibold">{view.weight.title}</h3>
          <WeightExplained view={view.weight.view} />
        </div>
      </Card>
    </div>
  );
}

function Head({ view, children }: { view: QuoteDetailView; children: React.ReactNode }) {
  const { booking, reject } = view;
  return (
    <div>
      <PageHead
        title={view.heading}
        badge={<StatusBadge status={view.status} label={view.statusLabel} />}
        actions={
          <Actions className="print:hidden">
            {view.links.map(({ href, label }) => (
              <ButtonLink key={href} to={href}>
                {label}
              </ButtonLink>
            ))}
            {reject ? <ButtonLink to={reject.href}>{reject.label}</ButtonLink> : null}
            {children}
          </Actions>
        }
      />
      {view.clocks.map((clock) => (
        <Clock key={textOf(clock.text)} clock={clock} />
      ))}
      <p className="mt-1 text-base">{view.route}</p>
      {view.tag ? <p className="text-quiet">{view.tag}</p> : null}
      {booking ? (
        <p className="mt-1">
          <span className="text-quiet">{booking.label}</span>{" "}
          {booking.href ? (
            <Link to={booking.href} className="text-link underline">
              {booking.number}
            </Link>
          ) : (
            booking.number
          )}
        </p>
      ) : null}
    </div>
  );
}

/** Kind, pieces, dimensions, weight, volume. */
const packageWidths = ["sm", "xs", "lg", "sm", "md"] as const;

function Packages({ packages }: { packages: QuoteDetailView["packages"] }) {
  const { title, columns, rows } = packages;
  return (
    <Section title={title} layout="text" isPlain>
      <DataTable
        caption={title}
        columns={columns.map((label, index) => ({ key: label, label, width: packageWidths[index] ?? "md" }))}
      >
        {rows.map(([name, ...cells], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rows may be alike
          <tr key={index}>
            <th scope="row">{name}</th>
            {cells.map((text, column) => (
              <td key={columns[column + 1]} data-label={columns[column + 1]}>
                {text}
              </td>
            ))}
          </tr>
        ))}
      </DataTable>
    </Section>
  );
}
