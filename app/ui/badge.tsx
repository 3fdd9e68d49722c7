import { cva, type VariantProps } from "class-variance-authority";
import { cn } from "./cn.ts";

const badgeStyle = cva(
  "inline-flex items-center gap-1 whitespace-nowrap rounded-sm px-2 py-0.5 text-xs font-medium",
  {
    variants: {
      kind: {
        neutral: "bg-muted text-foreground",
        info: "bg-info-soft text-info",
        success: "bg-success-soft text-success",
        warning: "bg-warning-soft text-warning",
        danger: "bg-danger-soft text-danger",
      },
    },
    defaultVariants: { kind: "neutral" },
  },
);

/** The space behind it parts it from the next word in a browser without style sheets. */
export function Badge({
  kind,
  className,
  ...rest
}: React.ComponentProps<"span"> & VariantProps<typeof badgeStyle>) {
  return (
    <>
      <span className={cn(badgeStyle({ kind }), className)} {...rest} />{" "}
    </>
  );
}
