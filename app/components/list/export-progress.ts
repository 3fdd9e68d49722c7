import { readDisposition } from "#app/lib/content-disposition.ts";
import { saveBlob } from "#app/lib/save-blob.ts";
import { showToast } from "../lost-link.tsx";

const DEFAULT_NAME = "list.xlsx";
const KILOBYTE = 1_000;

/**
 * Posts the form and saves the answer, with the bytes so far in the form's `output`. Where the answer is no
 * file the list is loaded again, which says why. A file that breaks off is not saved.
 */
export async function saveFile(form: HTMLFormElement, event: Event): Promise<void> {
  const output = form.querySelector("output");
  const submitter = (event as SubmitEvent).submitter;
  if (!output || form.ariaBusy) return;
  form.ariaBusy = "true";
  const say = (text: string) => {
    output.textContent = text;
  };
  try {
    const body = new URLSearchParams(new FormData(form, submitter) as unknown as Record<string, string>);
    const answer = await fetch(form.action, { method: "POST", body, redirect: "manual" });
    if (answer.type === "opaqueredirect" || !answer.ok || !answer.body) return location.reload();
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let bytes = 0;
    for (const reader = answer.body.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      bytes += value.length;
      say((output.dataset.running ?? "").replace("{}", `${Math.ceil(bytes / KILOBYTE)} kB`));
    }
    saveBlob(
      new Blob(parts),
      readDisposition(answer.headers.get("content-disposition")).fileName ?? DEFAULT_NAME,
    );
    say("");
  } catch {
    say("");
    showToast(output.dataset.broken ?? "");
  } finally {
    form.ariaBusy = null;
  }
}
