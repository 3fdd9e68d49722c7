import { openToAll } from "#app/access/guard.server.ts";
import { pageTitle } from "#app/components/title.ts";
import type { Route } from "./+types/forgot-password";

export const meta = pageTitle;

export function loader(args: Route.LoaderArgs) {
  openToAll(args);
  return { title: "" };
}

export default function Page() {
  return null;
}
