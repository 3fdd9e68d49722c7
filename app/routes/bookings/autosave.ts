import { parse } from "@conform-to/react";
import { href, redirect } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { bookingConflict } from "#app/contract/booking.ts";
import { CODE_CONFLICT, CODE_TOO_MANY } from "#app/contract/code.ts";
import type { AutosaveAnswer } from "#app/features/bookings/form/draft-keeper.ts";
import { contentOf } from "#app/features/bookings/form/form-content.server.ts";
import { save } from "#app/features/bookings/form/form-save.server.ts";
import { bookingWrites } from "#app/features/bookings/permission.ts";
import type { Route } from "./+types/autosave";

/** Saves a draft in the background; the form's script reads the answer. */
export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, bookingWrites);
  const form = await args.request.formData();
  const { payload } = parse(form, { resolve: (value) => ({ value }) });
  const { content, faults } = contentOf(payload, visit.t);
  if (faults) return answer({ kind: "refused", reason: faults.text }, 400);
  const saved = await save(visit, form, content);
  if (saved.isDone) {
    return answer(
      saved.isMerged || saved.id === null
        ? { kind: "merged" }
        : { kind: "saved", id: saved.id, version: saved.version },
    );
  }
  const { fault } = saved;
  if (fault.kind === "unavailable") return new Response(null, { status: 503 });
  if (fault.code === CODE_TOO_MANY) return new Response(null, { status: 429 });
  const conflict = bookingConflict.safeParse(fault.data);
  if (fault.code === CODE_CONFLICT && conflict.success) {
    return answer({ kind: conflict.data.conflict.isOwn ? "ownConflict" : "conflict" }, CODE_CONFLICT);
  }
  return answer({ kind: "refused", reason: fault.message }, 400);
}

function answer(reply: AutosaveAnswer, status = 200): Response {
  return Response.json(reply, { status });
}

export async function loader(args: Route.LoaderArgs) {
  await requireUser(args, bookingWrites);
  return redirect(href("/booking/add"));
}
