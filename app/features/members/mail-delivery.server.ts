import { href, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { refusedPress } from "#app/components/form-reply.server.ts";
import {
  type FailingAddress,
  liftMailBlock,
  mailDelivery,
  saveMailDelivery,
} from "#app/contract/mail-delivery.ts";
import { memberHref } from "./member.server.ts";

/** Whether mails have content, and the addresses that refuse them, in the reader's zone. Throws as `visit.read`. */
export async function loadDelivery(visit: Visit) {
  const { isBare, addresses, more } = await visit.read(mailDelivery, {});
  return {
    isBare,
    addresses: addresses.map((address) => addressView(visit, address)),
    more: more > 0 ? visit.t("mail-delivery:more", { number: more }) : null,
  };
}

export type AddressView = ReturnType<typeof addressView>;

function addressView({ t, dated }: Visit, address: FailingAddress) {
  const { email, userId, name, hardFailures: hard, softFailures: soft, lastError, blockedSince } = address;
  return {
    email,
    name: name ?? t("mail-delivery:outside"),
    href: userId && memberHref(userId),
    blocked: blockedSince && dated(blockedSince, (time) => t("mail-delivery:blocked", { time })),
    facts: [
      t("mail-delivery:failures", { hard, soft }),
      dated(address.lastFailedAt, (time) => t("mail-delivery:last", { time, error: lastError ?? "" })),
    ],
  };
}

/** The page's buttons: the block of an address, or whether mails have content. */
export async function changeDelivery(visit: Visit, form: FormData) {
  const key = String(form.get("requestId"));
  const email = form.get("lift");
  const isBare = form.get("isBare") === "on";
  const result =
    typeof email === "string"
      ? await visit.write(liftMailBlock, { email }, { key: `${key}:${email}`.slice(0, 200) })
      : await visit.write(
          saveMailDelivery,
          { isBare: isBare ? "true" : "false" },
          { key: `${key}:${isBare}` },
        );
  if (!result.isDone) return refusedPress(result.fault, key);
  const done = typeof email === "string" ? "lifted" : isBare ? "bared" : "filled";
  visit.session.flash({ kind: "success", key: `mail-delivery:${done}` });
  return redirect(href("/account/mailDelivery"));
}
