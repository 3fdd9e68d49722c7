import { cva, type VariantProps } from "class-variance-authority";
import { cn } from "./cn.ts";

const tabsStyle = cva("flex print:hidden", {
  variants: {
    kind: {
      line: "gap-x-4 border-b border-line",
      pill: "flex-wrap gap-1",
    },
  },
  defaultVariants: { kind: "line" },
});

/** For the links in `Tabs`; the one that is shown has `aria-current`. */
export const tabStyle = cva("px-2", {
  variants: {
    kind: {
      line: "flex items-center gap-2 border-b-2 border-transparent py-2 text-quiet no-underline hover:text-foreground aria-[current]:border-brand aria-[current]:text-foreground",
      pill: "rounded-sm py-1.5 aria-[current]:bg-muted aria-[current]:text-foreground",
    },
  },
  defaultVariants: { kind: "line" },
});

/** Links to the parts of a page or to its neighbours, side by side: the address says which is shown. */
export function Tabs({
  kind,
  className,
  ...rest
}: React.ComponentProps<"nav"> & VariantProps<typeof tabsStyle> & { "aria-label": string }) {
  return <nav className={cn(tabsStyle({ kind }), className)} {...rest} />;
}
