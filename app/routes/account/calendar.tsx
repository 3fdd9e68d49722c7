import { requireUser } from "#app/access/guard.server.ts";
import { timed } from "#app/components/moment.tsx";
import { Page } from "#app/components/page/page.tsx";
import { pageTitle } from "#app/components/title.ts";
import { calendarNeeds, changeCalendar, loadCalendar } from "#app/features/calendar/calendar.server.ts";
import { CalendarAddress, CalendarForm } from "#app/features/calendar/calendar-form.tsx";
import type { Route } from "./+types/calendar";

export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, calendarNeeds);
  return {
    title: visit.t("calendar:title"),
    view: await loadCalendar(visit),
    requestId: visit.requestId(),
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, calendarNeeds);
  return changeCalendar(visit, await args.request.formData());
}

/** The person's private calendar address. */
export default function CalendarPage({ loaderData, actionData }: Route.ComponentProps) {
  const { title, view, requestId } = loaderData;
  const url = actionData?.url;
  return (
    <Page head={{ title: url ? view.made.title : title }} layout="card" fault={actionData?.fault}>
      <p>{view.words.text}</p>
      <p className="text-quiet">{view.words.secret}</p>
      {url ? (
        <CalendarAddress made={view.made} url={url} />
      ) : (
        <>
          <p>{timed(view.state)}</p>
          <CalendarForm view={view} requestId={requestId} answer={actionData} />
        </>
      )}
    </Page>
  );
}
