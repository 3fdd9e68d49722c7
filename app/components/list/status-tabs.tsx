import { Link } from "../link.tsx";
import { type ListParams, listAddress } from "./address.ts";
import type { Tab } from "./list-view.ts";
import { PageRange, type PageView } from "./pager.tsx";

/** Status tabs with their counts if known, and the range of rows on the page. */
export function StatusTabs({
  label,
  base,
  params,
  tabs,
  name = "status",
  page,
  order,
}: {
  label: string;
  base: string;
  params: ListParams;
  tabs: readonly Tab[];
  /** The parameter that they set. */
  name?: string;
  page: PageView;
  order?: string | null;
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 max-sm:contents">
      <nav
        aria-label={label}
        className="flex flex-wrap gap-1 print:hidden max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:whitespace-nowrap"
      >
        {tabs.map(([value, label, count]) => (
          <Link
            key={value}
            to={listAddress(base, params, { [name]: value })}
            aria-current={(params[name] ?? "") === value ? "true" : undefined}
            className="rounded-sm px-2 py-1.5 aria-[current]:bg-muted aria-[current]:text-foreground"
          >
            {label} {count === undefined ? null : <span className="text-quiet">{count} </span>}
          </Link>
        ))}
      </nav>
      {/* At the end on a phone, where it would move while the rows before it come. */}
      <p role="status" className="text-quiet max-sm:order-1 max-sm:[:nth-last-child(-n+2)>&]:hidden">
        <PageRange view={page} />
        {order ? ` · ${order}` : null}
      </p>
    </div>
  );
}
