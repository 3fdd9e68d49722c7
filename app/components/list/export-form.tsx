import type { SubmitEvent } from "react";
import { Button } from "#app/ui/button.tsx";
import { useRootData } from "../root-data.ts";

export interface ExportView {
  action: string;
  formats: [format: string, label: string][];
  /** Shown while the file comes, with `{}` for its size so far. */
  running: string;
  broken: string;
}

/** Saves a list as a file: a form, because the call is a POST; with scripts it shows how much has come. */
export function ExportForm({ action, formats, running, broken }: ExportView) {
  const { requestId } = useRootData();
  return (
    // Not `Form`: the answer is a file.
    <form
      method="post"
      action={action}
      className="flex flex-wrap gap-2 print:hidden max-sm:gap-1"
      onSubmit={save}
    >
      <input type="hidden" name="requestId" value={requestId} />
      {formats.map(([format, label]) => (
        <Button key={format} size="small" name="format" value={format}>
          {label}
        </Button>
      ))}
      <output className="self-center text-sm empty:hidden" data-running={running} data-broken={broken} />
    </form>
  );
}

function save(event: SubmitEvent<HTMLFormElement>) {
  const { currentTarget: form, nativeEvent } = event;
  event.preventDefault();
  // In a chunk of its own: pages with lists do not wait for it.
  void import("./export-progress.ts").then(({ saveFile }) => saveFile(form, nativeEvent));
}
