import { href } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { ButtonLink } from "#app/components/button-link.tsx";
import { timed } from "#app/components/moment.tsx";
import { Page } from "#app/components/page/page.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { changePasskeys, loadPasskeys } from "#app/features/account/passkey.server.ts";
import { PasskeyForm } from "#app/features/account/passkey-form.tsx";
import { aroundTime } from "#app/lib/moment.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Field } from "#app/ui/field.tsx";
import { Input } from "#app/ui/input.tsx";
import type { Route } from "./+types/passkeys";

export const handle: PageHandle = { texts: ["safety"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args);
  return {
    ...(await loadPasskeys(visit, args.url)),
    title: visit.t("safety:passkey.title"),
    requestId: visit.requestId(),
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args);
  return changePasskeys(visit, await args.request.formData());
}

type Passkey = Route.ComponentProps["loaderData"]["passkeys"][number];

export default function Passkeys({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("safety");
  const { passkeys, asked, nameLength, requestId } = loaderData;
  return (
    <Page head={{ title: t("passkey.title") }} layout="text" fault={actionData?.fault}>
      <Card className="flex flex-col gap-4">
        <p className="text-quiet">{t("passkey.text")}</p>
        {asked ? (
          <PasskeyForm kind="make" asked={asked} requestId={requestId} label={t("passkey.make")}>
            <Field
              label={<span className="font-medium">{t("passkey.name")}</span>}
              className="w-full sm:max-w-narrow"
            >
              <Input name="name" maxLength={nameLength} defaultValue={t("passkey.unnamed")} required />
            </Field>
          </PasskeyForm>
        ) : (
          <p>
            <ButtonLink to={`${href("/account/passkeys")}?step=add`} kind="primary">
              {t("passkey.add")}
            </ButtonLink>
          </p>
        )}
      </Card>
      {passkeys.length > 0 ? (
        <Section title={t("passkey.list")} layout="text">
          <ul>
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} nameLength={nameLength} requestId={requestId} />
            ))}
          </ul>
        </Section>
      ) : null}
    </Page>
  );
}

function PasskeyRow({
  passkey,
  nameLength,
  requestId,
}: {
  passkey: Passkey;
  nameLength: number;
  requestId: string;
}) {
  const { t } = useText("safety");
  const { id, name, isSynced, createdAt, lastUsedAt } = passkey;
  return (
    <li className="flex flex-wrap items-end justify-between gap-3 border-b border-line py-3">
      <PostForm requestId={requestId} layout="line">
        <input type="hidden" name="id" value={id} />
        <label className="flex flex-col gap-1">
          <span className="text-xs text-quiet">
            {timed(aroundTime(createdAt, (time) => t("passkey.made", { time })))}{" "}
            {lastUsedAt
              ? timed(aroundTime(lastUsedAt, (time) => t("passkey.used", { time })))
              : t("passkey.unused")}
            {isSynced ? ` ${t("passkey.synced")}` : ""}
          </span>
          <Input
            name="name"
            defaultValue={name}
            maxLength={nameLength}
            aria-label={t("passkey.nameOf", { name })}
          />
        </label>
        <Button name="intent" value="rename">
          {t("passkey.rename")}
        </Button>
      </PostForm>
      <PostForm requestId={requestId} layout="plain">
        <input type="hidden" name="id" value={id} />
        <Button name="intent" value="remove" aria-label={t("passkey.removeOne", { name })}>
          {t("passkey.remove")}
        </Button>
      </PostForm>
    </li>
  );
}
