import { href, redirect } from "react-router";
import { isPageOfOther, openToAll } from "#app/access/guard.server.ts";
import { leaveHref } from "#app/access/page-owner.ts";
import { language, updateUser } from "#app/contract/user.ts";
import { sameSitePath } from "#app/lib/same-site-path.ts";
import type { Route } from "./+types/language";

/** A short time-out, because the page waits for the answer. */
const saveLanguage = { ...updateUser, timeoutMs: 5_000, retries: 0 };

/** Changes the language of the session, and the stored preference of a signed-in person (product 1.3). */
export async function action(args: Route.ActionArgs) {
  const visit = openToAll(args);
  const form = await args.request.formData();
  const back = sameSitePath(form.get("returnTo"), "/");
  if (await isPageOfOther(args)) return redirect(leaveHref(back));
  const chosen = language.safeParse(form.get("language"));
  if (chosen.success) {
    visit.session.setLanguage(chosen.data);
    if (visit.session.token) {
      // The page changes even if the preference could not be stored.
      await visit
        .write(
          saveLanguage,
          { languagePreference: chosen.data },
          { key: `${form.get("requestId")}:language` },
        )
        .catch(() => null);
    }
  }
  return redirect(back);
}

export function loader(args: Route.LoaderArgs) {
  openToAll(args);
  return redirect(href("/"));
}
