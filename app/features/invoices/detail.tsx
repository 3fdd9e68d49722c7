import { Link } from "#app/components/link.tsx";
import { timed } from "#app/components/moment.tsx";
import { Facts } from "#app/components/page/facts.tsx";
import { PageHead } from "#app/components/page/head.tsx";
import { Section } from "#app/components/page/section.tsx";
import { StatusBadge } from "#app/components/status-badge.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import type { InvoiceView } from "./detail.server.ts";
import { SheetTable } from "./sheet-table.tsx";

const FIRST_AMOUNT = 2;

/** An invoice: what it is for, its charges and sums, and what has settled it. Further cards come as children. */
export function InvoicePage({ view, children }: { view: InvoiceView; children?: React.ReactNode }) {
  return (
    <>
      <PageHead title={view.title} badge={<StatusBadge {...view.badge} />} />
      <Parts view={view}>{children}</Parts>
    </>
  );
}

/** The same below a title of another page, with the status beside the amount. */
export function InvoiceCards({ view, children }: { view: InvoiceView; children?: React.ReactNode }) {
  return (
    <div>
      <p className="mb-1">
        <StatusBadge {...view.badge} />
      </p>
      <Parts view={view}>{children}</Parts>
    </div>
  );
}

function Parts({ view, children }: { view: InvoiceView; children?: React.ReactNode }) {
  return (
    <>
      <p className="text-lg font-semibold">{view.amount}</p>
      {view.due ? (
        <p className={view.due.isLate ? "text-danger" : undefined}>{timed(view.due.text)}</p>
      ) : null}
      {view.file ? (
        <p className="print:hidden">
          <a href={view.file.href} download className="inline-block py-2 text-link underline">
            {view.file.label}
          </a>
        </p>
      ) : null}
      <div className="mt-3 flex flex-col gap-4">
        <Card>
          <Facts facts={view.facts} layout="columns" />
        </Card>
        <Section title={view.lines.title} layout="text">
          <SheetTable
            caption={view.lines.title}
            heads={view.lines.heads}
            rows={view.lines.rows}
            amounts={FIRST_AMOUNT}
          />
          <Facts facts={view.sums} layout="sums" className="mt-3 ml-auto max-w-md" />
          {view.recount ? <Alert kind="warning">{view.recount}</Alert> : null}
        </Section>
        {children}
        {view.settled ? (
          <Section title={view.settled.title} layout="text">
            {view.settled.rows.length === 0 ? <p>{view.settled.none}</p> : null}
            {view.settled.rows.map(({ key, text, href: link }) => (
              <p key={key}>
                {link ? (
                  <Link to={link} className="text-link underline">
                    {text}
                  </Link>
                ) : (
                  text
                )}
              </p>
            ))}
          </Section>
        ) : null}
      </div>
    </>
  );
}
