import { href, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { refusedPress } from "#app/components/form-reply.server.ts";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import { documentRemove } from "#app/contract/document.ts";
import { addressId } from "#app/contract/wire.ts";
import { readDocument } from "./detail.server.ts";
import { nameOf } from "./words.server.ts";

export interface RemovalView {
  title: string;
  question: string;
  effect: string;
  submit: string;
  back: { href: string; label: string };
}

/** What the address names; without a document there is nothing to ask. */
function wantedIn(search: URLSearchParams): { id: string; version: number | undefined } {
  const id = search.get("id") ?? "";
  const version = search.get("version") ?? "";
  if (!addressId.safeParse(id).success) throw redirect(href("/document/index"));
  if (!/^([1-9]\d{0,4})?$/.test(version)) throw redirect(href("/document/detail/:id", { id }));
  return { id, version: version === "" ? undefined : Number(version) };
}

/** Asks once; one who may not remove it is led back to the document. */
export async function removalView(visit: Visit, search: URLSearchParams): Promise<RemovalView> {
  const { t } = visit;
  const { id, version } = wantedIn(search);
  const document = await readDocument(visit, id);
  const chosen = document.versions.find((each) => each.version === version);
  const page = href("/document/detail/:id", { id });
  const isLast = chosen !== undefined && document.versions.length === 1;
  const canRemove = version === undefined || isLast ? document.canRemove : chosen?.canRemove;
  if (!canRemove || !visit.offers(documentRemove)) throw redirect(page);
  const { houseNumber } = document;
  const name = nameOf(visit, document);
  const isVersion = chosen !== undefined && !isLast;
  return {
    title: t(isVersion ? "documents:title.removeVersion" : "documents:title.remove"),
    question: isVersion
      ? t("documents:remove.questionVersion", { ...chosen, name, houseNumber })
      : t("documents:remove.question", { name, houseNumber }),
    effect: t("documents:remove.effect"),
    submit: t("documents:remove.submit"),
    back: { href: page, label: t("documents:remove.back") },
  };
}

/** The answer to the pressed button; of two at once the later one is told that it is gone. */
export async function passRemovalOn(visit: Visit, search: URLSearchParams, form: FormData) {
  const { id, version } = wantedIn(search);
  const key = String(form.get("requestId"));
  const result = await visit.write(documentRemove, { id, version }, { key });
  const list = href("/document/index");
  if (!result.isDone) {
    if (result.fault.code !== CODE_NOT_FOUND) return refusedPress(result.fault, key);
    visit.session.flash({ kind: "warning", key: "documents:gone" });
    return redirect(list);
  }
  const isGone = result.data?.isGone ?? true;
  visit.session.flash({
    kind: "success",
    key: isGone ? "documents:documentRemoved" : "documents:versionRemoved",
  });
  return redirect(isGone ? list : href("/document/detail/:id", { id }));
}
