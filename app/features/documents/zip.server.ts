import { href, redirect } from "react-router";
import { answerExport, exportFile } from "#app/access/export-file.server.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { documentZip } from "#app/contract/document.ts";
import { ZIP_MAX } from "#app/contract/document-code.ts";
import { addressId } from "#app/contract/wire.ts";
import { sameSitePath } from "#app/lib/same-site-path.ts";

/** The ticked documents as a zip; without one, back to the list, which says why. */
export async function documentsZip(visit: Visit, form: FormData): Promise<Response> {
  const list = href("/document/index");
  const backPath = sameSitePath(String(form.get("back") ?? ""), "");
  const back = backPath && new URL(backPath, "http://here").pathname === list ? backPath : list;
  const ids = [...new Set(form.getAll("id").map(String))]
    .filter((id) => addressId.safeParse(id).success)
    .slice(0, ZIP_MAX);
  if (ids.length === 0) {
    visit.session.flash({ kind: "warning", key: "documents:chooseDocuments" });
    throw redirect(back);
  }
  const made = await exportFile(visit, documentZip, { ids, clock: visit.clock.named }, list);
  return answerExport(visit, made, back);
}
