import type { MomentView } from "#app/lib/moment.ts";
import { cn } from "#app/ui/cn.ts";
import { Link } from "../link.tsx";
import { timed } from "../moment.tsx";

/** What is known: a label with its value, which may lead to a page. */
export type FactView =
  | { readonly label: string; readonly value: FactValue; readonly href?: string | null | undefined }
  | readonly [label: string, value: FactValue];
type FactValue = React.ReactNode | MomentView;

const above = { fact: "", label: "text-xs text-quiet", value: "wrap-anywhere whitespace-pre-line" };
const beside = {
  fact: "flex gap-x-2 py-0.5",
  label: "w-2/5 text-quiet",
  value: "min-w-0 flex-1 wrap-anywhere whitespace-pre-line",
};
const layouts = {
  /** Beside each other, each below its label. */
  row: { list: "flex flex-wrap gap-x-6 gap-y-2", ...above },
  /** In two columns, each below its label. */
  grid: { list: "grid grid-cols-1 gap-3 sm:grid-cols-2", ...above },
  /** A line each, after its label. */
  lines: { list: "", ...beside },
  /** Lines in two columns. */
  columns: { list: "grid gap-x-6 sm:grid-cols-2", ...beside },
  /** Beside each other, each after its label. */
  inline: {
    list: "flex flex-wrap gap-x-6 gap-y-1",
    fact: "flex flex-wrap gap-x-2",
    label: "text-quiet",
    value: "wrap-anywhere",
  },
  /** Amounts below each other at the right. */
  sums: {
    list: "",
    fact: "flex justify-between gap-x-4 py-0.5",
    label: "",
    value: "amount whitespace-nowrap",
  },
};

/** A list of facts. A value with several lines of text keeps them. */
export function Facts({
  facts,
  layout = "row",
  className,
}: {
  facts: readonly FactView[];
  layout?: keyof typeof layouts;
  className?: string;
}) {
  const style = layouts[layout];
  return (
    <dl className={cn(style.list, className) || undefined}>
      {facts.map((fact) => {
        const { label, value, href } =
          "label" in fact ? fact : { label: fact[0], value: fact[1], href: null };
        return (
          <div key={label} className={style.fact || undefined}>
            <dt className={style.label || undefined}>{label}</dt>{" "}
            <dd className={style.value}>
              {href ? (
                <Link to={href} className="text-link underline">
                  {timed(value)}
                </Link>
              ) : (
                timed(value)
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
