import { redirect } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Page } from "#app/components/page/page.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { TEMPLATES } from "#app/features/bookings/booking-fields.ts";
import { bookingIdIn } from "#app/features/bookings/form/form-start.server.ts";
import { bookingBegins } from "#app/features/bookings/permission.ts";
import { loadTemplateRemoval, removeTemplate } from "#app/features/bookings/templates.server.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/template-remove";

export const handle: PageHandle = { texts: ["booking-view"] };
export const meta = pageTitle;

function idOf(url: URL): string {
  const id = bookingIdIn(url.searchParams);
  if (!id) throw redirect(TEMPLATES);
  return id;
}

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, bookingBegins);
  const template = await loadTemplateRemoval(visit, idOf(args.url));
  return { title: visit.t("bookings:title.removeTemplate"), template, requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, bookingBegins);
  return removeTemplate(visit, idOf(args.url), await args.request.formData());
}

export default function TemplateRemove({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("booking-view");
  const { title, template, requestId } = loaderData;
  return (
    <Page head={{ title }} layout="card" fault={actionData?.fault}>
      <p className="text-base">{t("templates.question", { name: template.name })}</p>
      <PostForm requestId={requestId} answer={actionData} layout="row">
        <Button kind="danger">{t("templates.remove")}</Button>
        <ButtonLink to={TEMPLATES}>{t("templates.back")}</ButtonLink>
      </PostForm>
    </Page>
  );
}
