import { Form, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";

/** No news for days: one press sends the question to the shipment's conversation. */
export function AskNews({ silence }: { silence: { text: string; label: string } }) {
  const isPending = useNavigation().formData?.get("intent") === "askNews";
  return (
    <Form method="post" className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 print:hidden">
      <p className="text-warning">{silence.text} </p>
      <Button size="small" name="intent" value="askNews" aria-disabled={isPending || undefined}>
        {silence.label}
      </Button>
    </Form>
  );
}
