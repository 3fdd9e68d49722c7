import { data, href, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import type { WriteFault } from "#app/access/write-fault.server.ts";
import * as passkey from "#app/contract/passkey.ts";
import { addressId } from "#app/contract/wire.ts";
import { passkeyIn } from "./passkey-answer.server.ts";
import { proofFirst } from "./proof.server.ts";

const LIST = () => href("/account/passkeys");
const ADD = () => `${LIST()}?step=add`;

/** The caller's passkeys and, while one is added, what the device needs for it. */
export async function loadPasskeys(visit: Visit, url: URL) {
  const { passkeys } = await visit.read(passkey.passkeyList, {});
  const shownPasskeys = passkeys.map((key) => ({
    ...key,
    createdAt: visit.time(key.createdAt),
    lastUsedAt: visit.time(key.lastUsedAt),
  }));
  const view = { passkeys: shownPasskeys, nameLength: passkey.PASSKEY_NAME_LENGTH };
  if (url.searchParams.get("step") !== "add") return { ...view, asked: null };
  const ceremony = await visit.readOrRefusal(passkey.passkeyAddOptions, {});
  if (!ceremony.isDone) throw proofFirst(ceremony.fault, ADD()) ?? redirect(LIST());
  return { ...view, asked: ceremony.data };
}

function refused(fault: WriteFault, back: string) {
  const status = fault.kind === "unavailable" ? 503 : 400;
  return proofFirst(fault, back) ?? data({ fault: fault.fields[0]?.message ?? fault.message }, { status });
}

/** Adds, names or removes a passkey. */
export async function changePasskeys(visit: Visit, form: FormData) {
  const key = String(form.get("requestId"));
  const intent = form.get("intent");
  const name = String(form.get("name") ?? "")
    .trim()
    .slice(0, passkey.PASSKEY_NAME_LENGTH);
  if (intent === "passkey") {
    const answer = passkeyIn(form);
    if (!answer) return data({ fault: visit.t("safety:passkey.failed") }, { status: 400 });
    const named = { ...answer, name: name || visit.t("safety:passkey.unnamed") };
    const result = await visit.write(passkey.passkeyAdd, named, { key });
    if (!result.isDone) return refused(result.fault, ADD());
    visit.session.flash({ kind: "success", key: "safety:passkeyAdded" });
    return redirect(LIST());
  }
  const id = String(form.get("id"));
  if (!addressId.safeParse(id).success) return redirect(LIST());
  if (intent === "rename" && !name) return data({ fault: visit.t("shell:form.empty") }, { status: 400 });
  const result =
    intent === "rename"
      ? await visit.write(passkey.passkeyRename, { id, name }, { key: `${key}:${id}` })
      : await visit.write(passkey.passkeyRemove, { id }, { key: `${key}:${id}` });
  if (!result.isDone) return refused(result.fault, LIST());
  visit.session.flash({
    kind: "success",
    key: intent === "rename" ? "safety:passkeyRenamed" : "safety:passkeyRemoved",
  });
  return redirect(LIST());
}
