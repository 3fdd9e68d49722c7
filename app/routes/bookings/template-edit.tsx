import { requireUser } from "#app/access/guard.server.ts";
import { Page } from "#app/components/page/page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { TEMPLATES, templateEditHref } from "#app/features/bookings/booking-fields.ts";
import { BookingForm } from "#app/features/bookings/form/booking-form.tsx";
import { bookingIdIn } from "#app/features/bookings/form/form-start.server.ts";
import { formLabels } from "#app/features/bookings/labels.server.ts";
import { bookingBegins } from "#app/features/bookings/permission.ts";
import { handleTemplate, templateStart } from "#app/features/bookings/templates.server.ts";
import { useText } from "#app/locales/use-text.ts";
import type { Route } from "./+types/template-edit";

export const handle: PageHandle = { texts: ["booking-form", "freight"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, bookingBegins);
  const start = await templateStart(visit, bookingIdIn(args.url.searchParams), args.url);
  const { t } = visit;
  return {
    title: start.name ? `${t("bookings:title.template")}: ${start.name}` : t("bookings:title.newTemplate"),
    start,
    labels: { ...formLabels(t, start.fields), templateName: t("booking-form:templateName") },
    requestId: visit.requestId(),
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, bookingBegins);
  return handleTemplate(visit, await args.request.formData());
}

export default function TemplateEdit({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("booking-form");
  const { title, start, labels, requestId } = loaderData;
  return (
    <Page head={{ title }}>
      <p className="text-quiet">{t("lead.template")}</p>
      <BookingForm
        key={start.id ?? "new"}
        start={start}
        path={start.id ? templateEditHref(start.id) : `${templateEditHref(null)}?key=${start.draftKey}`}
        requestId={requestId}
        answer={actionData}
        labels={labels}
        backHref={TEMPLATES}
        isTemplate
      />
    </Page>
  );
}
