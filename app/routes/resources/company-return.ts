import { openToAll } from "#app/access/guard.server.ts";
import { endCompanyErrand } from "#app/features/account/company.server.ts";
import type { Route } from "./+types/company-return";

/** Where the identity provider of a company sends the browser back to. */
export async function loader(args: Route.LoaderArgs) {
  return endCompanyErrand(openToAll(args), args.url);
}
