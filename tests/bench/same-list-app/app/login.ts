import { type ActionFunctionArgs, redirect } from "react-router";
import { sessions } from "./session.server.ts";

/** Takes the bearer token of a provider's session. */
export async function action({ request }: ActionFunctionArgs) {
  const session = await sessions.getSession();
  session.set("token", String((await request.formData()).get("token")));
  return redirect("/", { headers: { "set-cookie": await sessions.commitSession(session) } });
}
