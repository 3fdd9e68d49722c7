import { useNavigation } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { timed } from "#app/components/moment.tsx";
import { Page } from "#app/components/page/page.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { endSessions, loadSessions, type SessionView } from "#app/features/account/sessions.server.ts";
import { aroundTime } from "#app/lib/moment.ts";
import { useText } from "#app/locales/use-text.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { Route } from "./+types/sessions";

export const handle: PageHandle = { texts: ["safety"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args);
  return {
    ...(await loadSessions(visit)),
    title: visit.t("safety:sessions.title"),
    requestId: visit.requestId(),
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args);
  return endSessions(visit, await args.request.formData());
}

export default function Sessions({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("safety");
  const { own, others, requestId } = loaderData;
  return (
    <Page head={{ title: t("sessions.title") }} layout="text" fault={actionData?.fault}>
      {own ? (
        <Card>
          <Session session={own} />
        </Card>
      ) : null}
      <Section title={t("sessions.others")} layout="text">
        {others.length === 0 ? <p className="text-quiet">{t("sessions.none")}</p> : null}
        <ul>
          {others.map((session) => (
            <li
              key={session.id}
              className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-3"
            >
              <Session session={session} />
              <EndButton requestId={requestId} session={session} />
            </li>
          ))}
        </ul>
        {others.length > 1 ? (
          <div className="mt-4">
            <EndButton requestId={requestId} />
          </div>
        ) : null}
        <p className="mt-4 text-xs text-quiet">{t("sessions.text")}</p>
      </Section>
    </Page>
  );
}

function Session({ session }: { session: SessionView }) {
  const { t } = useText("safety");
  const { device, address, lastUsed, lastUsedAt, signedInAt, isThis } = session;
  return (
    <div>
      <p className="font-medium">
        {device} {isThis ? <Badge kind="success">{t("sessions.this")}</Badge> : null}
      </p>
      {address ? <p className="text-xs text-quiet">{t("sessions.address", { address })}</p> : null}
      <p className="text-xs text-quiet">
        {isThis ? null : <span title={lastUsedAt}>{`${t("sessions.lastUsed", { time: lastUsed })} `}</span>}
        {timed(aroundTime(signedInAt, (time) => t("sessions.signedIn", { time })))}
      </p>
    </div>
  );
}

/** Without a session it ends all others. */
function EndButton({ session, requestId }: { session?: SessionView; requestId: string }) {
  const { t } = useText("safety");
  const { state } = useNavigation();
  return (
    <PostForm requestId={requestId} layout="plain">
      {session ? <input type="hidden" name="id" value={session.id} /> : null}
      <Button
        kind={session ? "secondary" : "danger"}
        aria-label={session ? t("sessions.endThis", { device: session.device }) : undefined}
        aria-disabled={state === "submitting"}
      >
        {t(session ? "sessions.end" : "sessions.endAll")}
      </Button>
    </PostForm>
  );
}
