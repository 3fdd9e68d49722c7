import { Link } from "../link.tsx";
import { type ListParams, listAddress } from "./address.ts";
import type { Tab } from "./list-view.ts";

/** Tabs with their counts if known: each sets the parameters that it is about, and keeps the others. */
export function StatusTabs({
  label,
  base,
  params,
  tabs,
  name = "status",
}: {
  label: string;
  base: string;
  params: ListParams;
  tabs: readonly Tab[];
  /** See `ListView`. */
  name?: string | readonly string[];
}) {
  const setBy = (value: string): Record<string, string> => {
    if (typeof name === "string") return { [name]: value };
    const query = new URLSearchParams(value);
    return Object.fromEntries(name.map((each) => [each, query.get(each) ?? ""]));
  };
  return (
    <nav aria-label={label} className="views">
      {tabs.map(([value, label, count]) => {
        const set = setBy(value);
        const isCurrent = Object.keys(set).every((each) => (params[each] ?? "") === set[each]);
        return (
          <Link key={value} to={listAddress(base, params, set)} aria-current={isCurrent ? "true" : undefined}>
            {label} {count === undefined ? null : <span>{count} </span>}
          </Link>
        );
      })}
    </nav>
  );
}
