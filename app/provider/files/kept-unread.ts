import { CODE_INVALID } from "#app/contract/code.ts";
import type { EncodingPreview } from "#app/contract/file-encoding.ts";
import { Refusal } from "../call/refusal.ts";

/** Columns of an import whose file is no Unicode: it waits until somebody has said in which encoding it is. */
export const keptUnread = ({ content, previews }: { content: Buffer; previews: EncodingPreview[] }) => ({
  rows: "[]",
  unknown_columns: "[]",
  content,
  previews: JSON.stringify(previews),
});

/** Once it is read, the file is not needed any more. */
export const CHOSEN = { content: null, previews: null } as const;

/** @throws Refusal 400 while nobody has said so */
export function mustBeReadable({ previews }: { previews: EncodingPreview[] | null }): void {
  if (previews) throw new Refusal(CODE_INVALID, "tableEncoding");
}
