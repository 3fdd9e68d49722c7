import { parse } from "@conform-to/react";
import { redirect } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { CODE_CONFLICT, CODE_FAILURE, CODE_TOO_MANY } from "#app/contract/code.ts";
import type { AutosaveAnswer } from "#app/features/bookings/draft-keeper.ts";
import { contentOf, save } from "#app/features/bookings/form.server.ts";
import type { Route } from "./+types/autosave";

const needs = { buttons: ["BOOKSHIPMENT", "REQUESTQUOTE", "TEONLINEBOOKING"] } as const;

/** Takes a draft that a form saves by itself; the form's script reads the answer. */
export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, needs);
  const form = await args.request.formData();
  const { payload } = parse(form, { resolve: (value) => ({ value }) });
  const saved = await save(visit, form, contentOf(payload));
  if (saved.isDone)
    return Response.json({ kind: "saved", id: saved.id, version: saved.version } satisfies AutosaveAnswer);
  const { fault } = saved;
  if (fault.kind === "unavailable" || fault.code === CODE_FAILURE) return new Response(null, { status: 503 });
  if (fault.code === CODE_TOO_MANY) return new Response(null, { status: 429 });
  const answer: AutosaveAnswer =
    fault.code === CODE_CONFLICT ? { kind: "conflict" } : { kind: "refused", reason: fault.message };
  return Response.json(answer, { status: fault.code === CODE_CONFLICT ? 409 : 400 });
}

export async function loader(args: Route.LoaderArgs) {
  await requireUser(args, needs);
  return redirect("/booking/add");
}
