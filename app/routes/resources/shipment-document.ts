import { redirect } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import type { Route } from "./+types/shipment-document";

export async function loader(args: Route.LoaderArgs) {
  await requireUser(args);
  return redirect("/");
}
