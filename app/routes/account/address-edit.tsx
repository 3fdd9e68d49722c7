import { requireUser } from "#app/access/guard.server.ts";
import { begunKey } from "#app/components/begun-form.tsx";
import { Page } from "#app/components/page/page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { AddressForm } from "#app/features/addresses/address-form.tsx";
import { addressIdIn, addressStart, saveAddress } from "#app/features/addresses/edit.server.ts";
import { addressWrites } from "#app/features/addresses/permission.ts";
import type { Route } from "./+types/address-edit";

export const handle: PageHandle = { texts: ["address-book"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, addressWrites);
  const start = await addressStart(visit, addressIdIn(args.url.searchParams));
  const title = visit.t(start.id ? "addresses:title.edit" : "addresses:title.add");
  return { title, start, requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, addressWrites);
  return saveAddress(visit, addressIdIn(args.url.searchParams), await args.request.formData());
}

export default function AddressEdit({ loaderData, actionData }: Route.ComponentProps) {
  const { title, start, requestId } = loaderData;
  return (
    <Page head={{ title }} layout="text">
      <AddressForm
        key={`${start.id} ${begunKey(actionData)}`}
        start={start}
        requestId={requestId}
        answer={actionData}
      />
    </Page>
  );
}
