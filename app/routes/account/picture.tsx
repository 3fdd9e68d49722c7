import { href, useNavigation } from "react-router";
import { shownAvatar } from "#app/access/avatar.server.ts";
import { requireUser } from "#app/access/guard.server.ts";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Page } from "#app/components/page/page.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { PICTURE_BYTES } from "#app/contract/person.ts";
import { savePicture } from "#app/features/account/picture.server.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import type { Route } from "./+types/picture";

export const handle: PageHandle = { texts: ["account"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit, user } = await requireUser(args);
  return {
    title: visit.t("account:picture.title"),
    avatar: shownAvatar(user.avatar),
    megabytes: PICTURE_BYTES / 1024 / 1024,
    requestId: visit.requestId(),
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args);
  return savePicture(visit, args.request);
}

export default function Picture({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("account");
  const navigation = useNavigation();
  const { avatar, requestId } = loaderData;
  const isBusy = navigation.state === "submitting";
  return (
    <Page head={{ title: t("picture.title") }} layout="narrow" fault={actionData?.fault}>
      {avatar ? (
        <img
          src={avatar}
          alt={t("picture.present")}
          width="128"
          height="128"
          className="size-32 self-center rounded-full object-cover"
        />
      ) : null}
      <p className="text-quiet">{t("picture.text", { megabytes: loaderData.megabytes })}</p>
      <PostForm requestId={requestId} encType="multipart/form-data">
        <Field label={<span className="font-medium">{t("picture.file")}</span>}>
          <input type="file" name="picture" accept="image/png,image/jpeg,image/webp,image/gif" required />
        </Field>
        <Button kind="primary" aria-disabled={isBusy}>
          {t("picture.save")}
        </Button>
      </PostForm>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <ButtonLink to={href("/account/index")}>{t("picture.back")}</ButtonLink>
        {avatar ? (
          <PostForm requestId={requestId} layout="plain">
            <Button aria-disabled={isBusy}>{t("picture.remove")}</Button>
          </PostForm>
        ) : null}
      </div>
    </Page>
  );
}
