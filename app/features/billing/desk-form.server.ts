import { data } from "react-router";
import type { WriteFault } from "#app/access/write-fault.server.ts";
import type { DeskReply } from "./desk-form.ts";

const TYPED_MAX = 5_000;

/** What was typed into a form of the desk, by the name of the field. */
export const typedIn = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value.trim().slice(0, TYPED_MAX)]] : [],
    ),
  );

/** The version that the page showed; "0" for what is none. */
export const versionIn = ({ version = "" }: Record<string, string>) =>
  /^\d{1,18}$/.test(version) ? version : "0";

/** The form again, with what was typed. */
export const againWith = (
  form: string,
  typed: Record<string, string>,
  faults: Record<string, string>,
  status: number,
  requestId: string | null = null,
) => data<DeskReply>({ form, typed, faults, requestId }, { status });

/** The form again after the provider has refused it, or has not answered. */
export function refusedWith(form: string, typed: Record<string, string>, fault: WriteFault, key: string) {
  const isUnknown = fault.kind === "unavailable";
  const status = isUnknown ? 503 : fault.code === 409 ? 409 : 400;
  return againWith(form, typed, { "": fault.message }, status, isUnknown ? key : null);
}
