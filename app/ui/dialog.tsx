import { cn } from "./cn.ts";

/** Over the page once a script shows it as modal; with `open`, a part of the page where there is none. */
export function Dialog({ className, ...rest }: React.ComponentProps<"dialog">) {
  return (
    <dialog
      className={cn("rounded-lg border border-line bg-card p-6 text-foreground raised", className)}
      {...rest}
    />
  );
}
