import { href, redirect } from "react-router";
import { openToAll } from "#app/access/guard.server.ts";
import { signOut } from "#app/contract/auth.ts";
import { signedOutMark } from "#app/lib/kept-writing.ts";
import type { Route } from "./+types/see-as-end";

/** Ends seeing the portal as somebody else does, and leads back to the desk. */
export async function action(args: Route.ActionArgs) {
  const visit = openToAll(args);
  if (!visit.session.seen) return redirect(href("/"));
  // If the provider cannot be reached, the session of the other person expires by itself.
  await visit.write(signOut, {}).catch(() => null);
  const userId = visit.session.endSeeing();
  visit.session.flash({ kind: "success", key: "see-as:ended" });
  // What was typed under the other person's name goes from this browser.
  const mark = `${signedOutMark(userId ?? "")}=${Date.now()}; Path=/; SameSite=Lax; Max-Age=31536000`;
  return redirect(href("/freightForwarder/index"), { headers: { "set-cookie": mark } });
}

export function loader(args: Route.LoaderArgs) {
  openToAll(args);
  return redirect(href("/"));
}
