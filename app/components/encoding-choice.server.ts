import { data, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import type { EncodingPreview, encodingCall } from "#app/contract/file-encoding.ts";
import { fileEncodings } from "#app/contract/file-encoding-code.ts";
import type { EncodingView } from "./choose-encoding.tsx";
import { refusedPress } from "./form-reply.server.ts";

/** What is asked of a file that is no Unicode; null when there is nothing to choose. */
export function encodingView(
  { t }: Visit,
  { fileName, encodings }: { fileName: string; encodings: readonly EncodingPreview[] },
): EncodingView | null {
  if (encodings.length === 0) return null;
  return {
    title: t("file-encoding:title", { file: fileName }),
    lead: t("file-encoding:lead"),
    read: t("file-encoding:read"),
    choices: encodings.map(({ encoding, rows }) => ({
      encoding,
      name: t(`file-encoding:name.${encoding}`),
      lines: rows.map(({ line, cells }) => t("file-encoding:line", { line, text: cells.join(" · ") })),
    })),
  };
}

/** A posted choice; the page of the import, `to`, then shows what the file would do. */
export async function sendEncoding(
  visit: Visit,
  call: ReturnType<typeof encodingCall>,
  { id, form, to }: { id: string; form: FormData; to: string },
) {
  const key = String(form.get("requestId"));
  const encoding = fileEncodings.find((each) => each === form.get("encoding"));
  if (!encoding)
    return data(
      { fault: visit.t("file-encoding:missing"), requestId: key as string | null },
      { status: 400 },
    );
  const result = await visit.write(call, { id, encoding }, { key });
  return result.isDone ? redirect(to) : refusedPress(result.fault, key);
}
