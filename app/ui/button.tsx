import { cva, type VariantProps } from "class-variance-authority";
import { cn } from "./cn.ts";

/** For `ButtonLink`, which writes the links that look like a button. */
export const buttonStyle = cva(
  "inline-flex min-h-9 items-center justify-center gap-2 rounded-md px-4 text-sm font-medium one-line no-underline disabled:opacity-60 aria-disabled:opacity-60 cursor-pointer",
  {
    variants: {
      kind: {
        primary: "bg-brand text-on-brand hover:opacity-90",
        secondary: "border border-field bg-card text-foreground hover:bg-muted",
        danger: "bg-danger text-background hover:opacity-90",
        quiet: "text-link hover:underline px-2",
      },
      size: { normal: "", small: "min-h-8 px-3", large: "min-h-11 px-5 text-base" },
    },
    defaultVariants: { kind: "secondary", size: "normal" },
  },
);

/** The space behind it parts it from the next word in a browser without style sheets. */
export function Button({
  kind,
  size,
  className,
  type = "submit",
  ...rest
}: React.ComponentProps<"button"> & VariantProps<typeof buttonStyle>) {
  return (
    <>
      <button type={type} className={cn(buttonStyle({ kind, size }), className)} {...rest} />{" "}
    </>
  );
}
