import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";

/** Buttons that save what the page shows, one for each format. The answer is a file, so the page stays. */
export function FileForm({ action, formats }: { action: string; formats: readonly [string, string][] }) {
  return (
    <Form method="post" action={action} reloadDocument className="mb-3 flex flex-wrap gap-2 print:hidden">
      {formats.map(([format, label]) => (
        <Button key={format} name="format" value={format}>
          {`${label} `}
        </Button>
      ))}
    </Form>
  );
}
