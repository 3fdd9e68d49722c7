import { cn } from "./cn.ts";

export function Card({ className, ...rest }: React.ComponentProps<"section">) {
  return <section className={cn("rounded-lg border border-line bg-card p-4 sm:p-5", className)} {...rest} />;
}
