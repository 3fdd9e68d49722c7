import { href, redirect } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { lookAnswer } from "#app/features/desk/item.server.ts";
import type { Route } from "./+types/look";

/** A page's script says that its person still looks at the record, and whether they write. */
export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, { desk: true });
  return lookAnswer(visit, await args.request.formData());
}

export async function loader(args: Route.LoaderArgs) {
  await requireUser(args, { desk: true });
  return redirect(href("/freightForwarder/index"));
}
