import { cva, type VariantProps } from "class-variance-authority";
import { cn } from "./cn.ts";

const alertStyle = cva("rounded-md border-l-4 px-4 py-3 text-sm", {
  variants: {
    /** Over the page, whatever part of it is in sight. */
    isToast: { true: "fixed inset-x-4 top-4 z-40 mx-auto max-w-text raised print:hidden" },
    kind: {
      danger: "border-danger bg-danger-soft text-danger",
      warning: "border-warning bg-warning-soft text-warning",
      success: "border-success bg-success-soft text-success",
      info: "border-info bg-info-soft text-info",
    },
  },
  defaultVariants: { kind: "info" },
});

/** A message. `role` is `alert` for errors and `status` for the rest. */
export function Alert({
  kind,
  isToast,
  className,
  ...rest
}: React.ComponentProps<"div"> & VariantProps<typeof alertStyle>) {
  return (
    <div
      role={kind === "danger" ? "alert" : "status"}
      className={cn(alertStyle({ kind, isToast }), className)}
      {...rest}
    />
  );
}
