import { href } from "react-router";
import { Link } from "#app/components/link.tsx";
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
      <Link to={href("/billing/index")} className="text-link hover:underline print:hidden">
        {view.back}
      </Link>
      <div className="mt-2 mb-1 flex flex-wrap items-center gap-3">
        <h1 className="text-xl font-semibold">{view.title}</h1> <StatusBadge {...view.badge} />
      </div>
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
      {view.due ? <p className={view.due.isLate ? "text-danger" : undefined}>{view.due.text}</p> : null}
      {view.file ? (
        <p className="print:hidden">
          <a href={view.file.href} download className="inline-block py-2 text-link underline">
            {view.file.label}
          </a>
        </p>
      ) : null}
      <div className="mt-3 flex flex-col gap-4">
        <Card>
          <dl className="grid gap-x-6 sm:grid-cols-2">
            {view.facts.map((fact) => (
              <div key={fact.label} className="flex gap-x-2 py-0.5">
                <dt className="w-2/5 text-quiet">{fact.label}</dt>
                <dd className="min-w-0 flex-1 wrap-anywhere">
                  {fact.href ? (
                    <Link to={fact.href} className="text-link underline">
                      {fact.value}
                    </Link>
                  ) : (
                    fact.value
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </Card>
        <Card>
          <h2 className="mb-2 text-lg font-semibold">{view.lines.title}</h2>
          <SheetTable
            caption={view.lines.title}
            heads={view.lines.heads}
            rows={view.lines.rows}
            amounts={FIRST_AMOUNT}
          />
          <dl className="mt-3 ml-auto max-w-md">
            {view.sums.map(({ label, value }) => (
              <div key={label} className="flex justify-between gap-x-4 py-0.5">
                <dt>{label}</dt> <dd className="amount whitespace-nowrap">{value}</dd>
              </div>
            ))}
          </dl>
          {view.recount ? <Alert kind="warning">{view.recount}</Alert> : null}
        </Card>
        {children}
        {view.settled ? (
          <Card>
            <h2 className="mb-2 text-lg font-semibold">{view.settled.title}</h2>
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
          </Card>
        ) : null}
      </div>
    </>
  );
}
