import { cn } from "./cn.ts";

// Text of 16 px on touch screens: below that, phones zoom into the field.
const fieldStyle =
  "w-full min-h-9 rounded-md border border-field bg-card px-3 py-1.5 text-sm text-foreground placeholder:text-quiet aria-invalid:border-danger aria-invalid:border-2 max-sm:text-base";

export function Input({ className, ...rest }: React.ComponentProps<"input">) {
  return <input className={cn(fieldStyle, className)} {...rest} />;
}

/** A search field with its label as placeholder. */
export function SearchInput({ label, ...rest }: React.ComponentProps<"input"> & { label: string }) {
  return <Input type="search" aria-label={label} placeholder={label} maxLength={100} {...rest} />;
}

export function Select({ className, ...rest }: React.ComponentProps<"select">) {
  return <select className={cn(fieldStyle, className)} {...rest} />;
}

export function TextArea({ className, ...rest }: React.ComponentProps<"textarea">) {
  return <textarea className={cn(fieldStyle, "min-h-24", className)} {...rest} />;
}
