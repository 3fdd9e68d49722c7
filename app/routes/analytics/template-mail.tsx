import { requireUser } from "#app/access/guard.server.ts";
import { Page } from "#app/components/page/page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { mailStart, saveMail } from "#app/features/analytics/mail.server.ts";
import { MailForm } from "#app/features/analytics/mail-form.tsx";
import type { Route } from "./+types/template-mail";

export const handle: PageHandle = {};
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args);
  const start = await mailStart(visit, args.url.searchParams);
  return { title: start.title, start, requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args);
  return saveMail(visit, args.url.searchParams, await args.request.formData());
}

/** Has a saved report sent to the reader on a schedule. */
export default function SendReport({ loaderData, actionData }: Route.ComponentProps) {
  const { title, start, requestId } = loaderData;
  return (
    <Page head={{ title }} layout="text">
      <p>
        <strong className="wrap-anywhere">{`${start.name} `}</strong>
        <span className="block text-quiet">{`${start.lead} `}</span>
        {start.next ? <span className="block">{start.next}</span> : null}
      </p>
      <MailForm start={start} requestId={requestId} answer={actionData} />
    </Page>
  );
}
