import { Form } from "react-router";
import { cn } from "#app/ui/cn.ts";
import type { FormReply } from "../form.tsx";

const layouts = {
  column: "flex flex-col gap-4",
  close: "flex flex-col gap-3",
  /** Two fields a line. */
  grid: "grid gap-4 sm:grid-cols-2",
  /** Buttons, or a text and its button, on one line. */
  row: "flex flex-wrap items-center gap-3",
  /** A few fields and their button on one line. */
  line: "flex flex-wrap items-end gap-3",
  plain: "",
} as const;

export type Attributes = Omit<React.ComponentProps<"form">, "method" | "action" | "encType"> & {
  action?: string;
  encType?: "multipart/form-data";
  preventScrollReset?: boolean;
  /** The browser's own form: on pages without scripts, and where the answer is no page of the portal. */
  reloadDocument?: boolean;
};

/** A form that changes something: it carries the request id, fresh from the loader or that of the write to repeat. */
export function PostForm({
  requestId,
  answer,
  layout = "column",
  className,
  children,
  reloadDocument,
  preventScrollReset,
  ...attributes
}: Attributes & {
  requestId: string;
  /** Of the form's action, where the page is shown again. */
  answer?: Pick<FormReply, "requestId"> | null | undefined;
  layout?: keyof typeof layouts;
}) {
  const form = {
    ...attributes,
    method: "post",
    className: cn(layouts[layout], className) || undefined,
    children: (
      <>
        <input type="hidden" name="requestId" value={answer?.requestId ?? requestId} />
        {children}
      </>
    ),
  } as const;
  return reloadDocument ? <form {...form} /> : <Form {...form} preventScrollReset={preventScrollReset} />;
}
