import { redirect } from "react-router";
import { answerExport, exportFile } from "#app/access/export-file.server.ts";
import { requireUser } from "#app/access/guard.server.ts";
import { addressExport } from "#app/contract/address.ts";
import { fileFormats } from "#app/contract/list-file.ts";
import { ADDRESSES } from "#app/features/addresses/paths.ts";
import type { Route } from "./+types/address-file";

/** The address book as a file. */
export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args);
  const format = fileFormats.find((each) => each === args.url.searchParams.get("format"));
  if (!format) throw redirect(ADDRESSES);
  return answerExport(visit, await exportFile(visit, addressExport, { format }, ADDRESSES), ADDRESSES);
}
