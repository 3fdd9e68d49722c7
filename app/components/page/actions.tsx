import { cn } from "#app/ui/cn.ts";

/** Buttons and links side by side: below a form or a text, or at the right of a page's head. */
export function Actions({ className, children }: { className?: string; children: React.ReactNode }) {
  return <div className={cn("flex flex-wrap items-center gap-3", className)}>{children}</div>;
}
