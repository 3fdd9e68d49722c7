import type { LoaderFunctionArgs } from "react-router";
import { openToAll } from "#app/access/guard.server.ts";
import { pageTitle } from "#app/components/title.ts";

export const meta = pageTitle;

export function loader(args: LoaderFunctionArgs) {
  openToAll(args);
  return { title: "" };
}

export default function Page() {
  return null;
}
