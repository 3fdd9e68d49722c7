import { cva, type VariantProps } from "class-variance-authority";
import { cn } from "./cn.ts";

const labelStyle = cva("flex gap-2", {
  variants: {
    size: { small: "", normal: "min-h-8", large: "min-h-11" },
    /** For labels of several lines: the box is at the first line. */
    isLong: { true: "items-start", false: "items-center" },
  },
  defaultVariants: { size: "normal", isLong: false },
});

type Props = Omit<React.ComponentProps<"input">, "size" | "type"> & VariantProps<typeof labelStyle>;

function Labelled({ size, isLong, className, children, ...input }: Props & { type: "checkbox" | "radio" }) {
  return (
    <label className={cn(labelStyle({ size, isLong }), className)}>
      <input {...input} className={isLong ? "mt-1" : undefined} />{" "}
      <span className="min-w-0 grow">{children} </span>
    </label>
  );
}

/** A box to tick and its label, which is pressed as well. `className` is the label's. */
export function Checkbox(props: Props) {
  return <Labelled {...props} type="checkbox" />;
}

/** One of several choices with the same `name`, and its label. `className` is the label's. */
export function Radio(props: Props) {
  return <Labelled {...props} type="radio" />;
}
