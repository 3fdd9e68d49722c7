import { useEffect } from "react";
import { useActionData } from "react-router";
import { Alert } from "#app/ui/alert.tsx";
import { showFaultToast } from "./lost-link.tsx";

/**
 * Why a page or a form was refused: a line that stands where it is until it is mended, and with scripts a toast as well
 * (product 8.1). The line is announced, so the toast is not.
 */
export function Fault({ children, ...rest }: Omit<React.ComponentProps<typeof Alert>, "kind">) {
  useFaultToast(children);
  return (
    <Alert kind="danger" {...rest}>
      {children}
    </Alert>
  );
}

/** Shows the text as a toast, and again when the form was sent again; what is no text is not shown. */
export function useFaultToast(text: unknown): void {
  const answer = useActionData<unknown>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same text after another press is shown again.
  useEffect(() => {
    if (typeof text === "string" && text) showFaultToast(text);
  }, [text, answer]);
}
