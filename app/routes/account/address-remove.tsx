import { redirect } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Page } from "#app/components/page/page.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { addressDetail } from "#app/contract/address.ts";
import { addressIdIn, removeAddress } from "#app/features/addresses/edit.server.ts";
import { ADDRESSES } from "#app/features/addresses/paths.ts";
import { addressWrites } from "#app/features/addresses/permission.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/address-remove";

export const handle: PageHandle = { texts: ["address-book"] };
export const meta = pageTitle;

function idOf(url: URL): string {
  const id = addressIdIn(url.searchParams);
  if (!id) throw redirect(ADDRESSES);
  return id;
}

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, addressWrites);
  const { name, address } = await visit.read(addressDetail, { id: idOf(args.url) });
  return { title: visit.t("addresses:title.remove"), name, address, requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, addressWrites);
  return removeAddress(visit, idOf(args.url), await args.request.formData());
}

export default function AddressRemove({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("address-book");
  const { title, name, address, requestId } = loaderData;
  return (
    <Page head={{ title }} layout="card" fault={actionData?.fault}>
      <p className="wrap-anywhere text-base">{t("removeQuestion", { name, address })}</p>
      <PostForm requestId={requestId} answer={actionData} layout="row">
        <Button kind="danger">{t("remove")}</Button>
        <ButtonLink to={ADDRESSES}>{t("back")}</ButtonLink>
      </PostForm>
    </Page>
  );
}
