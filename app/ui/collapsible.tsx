import { cva, type VariantProps } from "class-variance-authority";

const summaryStyle = cva("text-link", {
  variants: { kind: { link: "py-1 underline", quiet: "py-1.5" } },
  defaultVariants: { kind: "link" },
});

/** What only some people need: its summary opens and closes it. */
export function Collapsible({
  summary,
  kind,
  children,
  ...rest
}: React.ComponentProps<"details"> & VariantProps<typeof summaryStyle> & { summary: React.ReactNode }) {
  return (
    <details {...rest}>
      <summary className={summaryStyle({ kind })}>{summary}</summary>
      {children}
    </details>
  );
}
