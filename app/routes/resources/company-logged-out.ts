import { openToAll } from "#app/access/guard.server.ts";
import { companyLoggedOut } from "#app/contract/company-sign-in.ts";
import type { Route } from "./+types/company-logged-out";

/** Posted to by the identity providers of companies (OpenID Connect Back-Channel Logout); the provider checks the token. */
export async function action(args: Route.ActionArgs) {
  const visit = openToAll(args);
  const form = await args.request.formData();
  const input = companyLoggedOut.request.safeParse({ logout_token: form.get("logout_token") });
  const result = input.success ? await visit.write(companyLoggedOut, input.data) : null;
  if (result?.isDone) return new Response(null, { status: 200, headers: { "cache-control": "no-store" } });
  const status = result?.fault.kind === "unavailable" ? 503 : 400;
  return Response.json({ error: "invalid_request" }, { status, headers: { "cache-control": "no-store" } });
}

/** There is nothing to see. */
export function loader(args: Route.LoaderArgs) {
  openToAll(args);
  return new Response(null, { status: 405, headers: { allow: "POST" } });
}
