import { requireUser } from "#app/access/guard.server.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { AddressList } from "#app/features/addresses/address-list.tsx";
import { loadAddresses } from "#app/features/addresses/list.server.ts";
import { canWriteAddresses } from "#app/features/addresses/permission.ts";
import type { Route } from "./+types/address-book";

export const handle: PageHandle = { texts: ["address-book"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit, rights } = await requireUser(args);
  const view = await loadAddresses(visit, args.url.searchParams, canWriteAddresses(rights));
  return { title: visit.t("addresses:title.list"), view };
}

export default function AddressBook({ loaderData }: Route.ComponentProps) {
  return <AddressList {...loaderData} />;
}
