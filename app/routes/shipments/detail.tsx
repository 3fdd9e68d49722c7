import { requireUser } from "#app/access/guard.server.ts";
import { pageTitle } from "#app/components/title.ts";
import type { Route } from "./+types/detail";

export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  await requireUser(args);
  return { title: "" };
}

export default function Page() {
  return null;
}
