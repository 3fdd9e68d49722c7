import { href } from "react-router";
import type { Namespaces } from "#app/locales/namespaces.ts";
import type { Translate } from "#app/locales/translation.ts";

type WordsOf<Name extends keyof Namespaces> = Namespaces[Name] extends { flash: infer Words }
  ? keyof Words & string
  : never;

/** What a flash message may say: a key under `flash` of `refusals`, or of the namespace that is named before it. */
type FlashKey =
  | WordsOf<"refusals">
  | { [Name in keyof Namespaces]: `${Name}:${WordsOf<Name>}` }[keyof Namespaces];

/** Where the words of a flash message stand, as `t` wants them. */
export function flashText(key: FlashKey): `refusals:flash.${WordsOf<"refusals">}` {
  const [name, namespace = "refusals"] = key.split(":").reverse();
  return `${namespace}:flash.${name}` as ReturnType<typeof flashText>;
}

export type Flash =
  /** `number`: of a booking or the like, where the message names one. `page`: what the message leads to. */
  | { kind: "success" | "warning"; key: FlashKey; number?: string; page?: "exports" }
  /** The red toast of product 8.1: a message in the user's language. */
  | { kind: "danger"; text: string };

/** A flash message in the reader's language. */
export interface FlashView {
  kind: Flash["kind"];
  text: string;
  /** Where it goes on. */
  link?: { href: string; text: string };
}

/** The message in the language of `t`. */
export function flashView(flash: Flash, t: Translate): FlashView {
  if (flash.kind === "danger") return flash;
  const text = t(flashText(flash.key), { number: flash.number ?? "" });
  if (flash.page !== "exports") return { kind: flash.kind, text };
  return { kind: flash.kind, text, link: { href: href("/account/exports"), text: t("exports:title") } };
}
