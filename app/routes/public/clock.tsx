import { data, redirect } from "react-router";
import { rememberClock } from "#app/access/clock-cookie.server.ts";
import { isPageOfOther, openToAll } from "#app/access/guard.server.ts";
import { leaveHref } from "#app/access/page-owner.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { Page } from "#app/components/page/page.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { useRootData } from "#app/components/root-data.ts";
import { pageTitle } from "#app/components/title.ts";
import { type ClockChoice, clockChoices, updateUser } from "#app/contract/user.ts";
import { formatInstant, WIRE_ZONE } from "#app/lib/date-time.ts";
import { sameSitePath } from "#app/lib/same-site-path.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Radio } from "#app/ui/checkbox.tsx";
import { FieldSet } from "#app/ui/field.tsx";
import type { Route } from "./+types/clock";

export const handle: PageHandle = { texts: ["clock"] };
export const meta = pageTitle;

/** A short time-out, because the page waits for the answer. */
const saveClock = { ...updateUser, timeoutMs: 5_000, retries: 0 };

/** Changes the time zone setting, for everybody: stored with the account or, without one, in a cookie. */
export async function loader(args: Route.LoaderArgs) {
  const visit = openToAll(args);
  // When the provider does not answer, the choice is still shown.
  if (visit.session.token) await visit.user().catch(() => null);
  return {
    title: visit.t("clock:title"),
    chosen: visit.clock.choice,
    returnTo: cameFrom(args.request),
    choices: clockChoices.map((choice) => choiceView(visit, choice)),
  };
}

export async function action(args: Route.ActionArgs) {
  const visit = openToAll(args);
  const form = await args.request.formData();
  const back = sameSitePath(form.get("returnTo"), "/");
  if (await isPageOfOther(args)) return redirect(leaveHref(back));
  const choice = clockChoices.find((known) => known === form.get("clock"));
  const fault = (text: string, status: number) =>
    data({ fault: text, clock: choice, returnTo: back }, { status });
  if (!choice) return fault(visit.t("clock:required"), 400);
  if (visit.session.token) {
    const key = `${form.get("requestId")}:clock:${choice}`;
    const result = await visit.write(saveClock, { clock: choice }, { key });
    const user = await visit.user();
    // When the account does not store the setting, the browser does.
    if (!result.isDone && user.clock !== null && user.clock !== choice)
      return fault(result.fault.message, 503);
    visit.session.flash({ kind: "success", key: "clockSaved" });
  }
  return redirect(back, { headers: { "set-cookie": rememberClock(choice, visit.session) } });
}

/**
 * The page with the link, from the Referer. Not in the URL: a page's URL may hold what must not be in
 * another.
 */
function cameFrom({ headers }: Request): string {
  const referrer = URL.parse(headers.get("referer") ?? "");
  return sameSitePath(referrer && referrer.pathname + referrer.search, "/");
}

function choiceView({ t, clock }: Visit, choice: ClockChoice) {
  const now = (zone: string) => formatInstant(new Date(), zone)?.slice(0, "YYYY-MM-DD HH:mm".length) ?? "";
  if (choice === "place") return { choice, label: t("clock:choice.place"), hint: t("clock:hint.place") };
  if (choice === "utc8")
    return { choice, label: t("clock:choice.utc8"), hint: t("clock:hint.utc8", { time: now(WIRE_ZONE) }) };
  const { own } = clock;
  return own === null
    ? { choice, label: t("clock:choice.ownUnknown"), hint: t("clock:hint.ownUnknown") }
    : { choice, label: t("clock:choice.own", { zone: own }), hint: t("clock:hint.own", { time: now(own) }) };
}

export default function ClockPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("clock");
  const { requestId } = useRootData();
  const { choices } = loaderData;
  const chosen = actionData?.clock ?? loaderData.chosen;
  const returnTo = actionData?.returnTo ?? loaderData.returnTo;
  return (
    <Page head={{ title: t("title"), lead: t("text") }} layout="alone" fault={actionData?.fault}>
      <PostForm requestId={requestId} reloadDocument>
        <input type="hidden" name="returnTo" value={returnTo} />
        <FieldSet legend={t("legend")} className="flex flex-col gap-3">
          {choices.map(({ choice, label, hint }) => (
            <Radio key={choice} isLong name="clock" value={choice} defaultChecked={choice === chosen}>
              <span className="font-medium">{label}</span>{" "}
              <span className="block text-xs text-quiet">{hint}</span>
            </Radio>
          ))}
        </FieldSet>
        <div className="flex items-center gap-4">
          <Button kind="primary">{t("save")}</Button>
          <a href={returnTo} className="text-link underline">
            {t("back")}
          </a>
        </div>
      </PostForm>
    </Page>
  );
}
