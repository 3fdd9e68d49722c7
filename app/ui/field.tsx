import { cva, type VariantProps } from "class-variance-authority";
import { cn } from "./cn.ts";

/** A control (the children) below its label. One with a hint or a fault is written with the parts below. */
export function Field({
  label,
  className,
  children,
}: {
  label: React.ReactNode;
  className?: string;
  children: React.ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children
    <label className={cn("flex flex-col gap-1", className)}>
      {label} {children}
    </label>
  );
}

export function FieldLabel({ htmlFor, children }: { htmlFor: string; children: React.ReactNode }) {
  return (
    <label htmlFor={htmlFor} className="font-medium">
      {children}
    </label>
  );
}

/** What a control takes; its `aria-describedby` names this. */
export function FieldDescription(props: React.ComponentProps<"p">) {
  return <p className="text-xs text-quiet" {...props} />;
}

const legendStyle = cva("mb-1", {
  variants: { kind: { field: "font-medium", section: "text-lg font-semibold" } },
  defaultVariants: { kind: "field" },
});

/** Controls under one legend: choices of one field, or a section of a form. */
export function FieldSet({
  legend,
  kind,
  children,
  ...rest
}: React.ComponentProps<"fieldset"> & VariantProps<typeof legendStyle> & { legend: React.ReactNode }) {
  return (
    <fieldset {...rest}>
      <legend className={legendStyle({ kind })}>{legend}</legend>
      {children}
    </fieldset>
  );
}
