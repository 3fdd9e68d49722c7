import { href } from "react-router";
import { shownAvatar } from "#app/access/avatar.server.ts";
import { isFactorStale, requireUser } from "#app/access/guard.server.ts";
import { type LackingScreen, lackingScreens } from "#app/access/offer.server.ts";
import { hasMenu, passesRoles } from "#app/access/permission.ts";
import { begunKey } from "#app/components/begun-form.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { PageHead } from "#app/components/page/head.tsx";
import { Section } from "#app/components/page/section.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { ADMIN_ROLE } from "#app/contract/access.ts";
import { pictureUpload } from "#app/contract/person.ts";
import { changeEmail } from "#app/contract/user.ts";
import { askForEmail, emailRequired } from "#app/features/account/change-email.server.ts";
import { CHANGE_EMAIL, EmailForm, EmailProof } from "#app/features/account/email-form.tsx";
import { preferencesView, savePreferences } from "#app/features/account/preferences.server.ts";
import { PREFERENCES, PreferencesForm } from "#app/features/account/preferences-form.tsx";
import { profileView, saveProfile } from "#app/features/account/profile.server.ts";
import { ProfileForm } from "#app/features/account/profile-form.tsx";
import { safetyLinks } from "#app/features/account/safety.server.ts";
import { SafetyLinks } from "#app/features/account/safety-links.tsx";
import { useText } from "#app/locales/use-text.ts";
import type { Route } from "./+types/index";

export const handle: PageHandle = { texts: ["account", "clock", "safety"] };
export const meta = pageTitle;
export { afterConflict as shouldRevalidate } from "#app/components/after-conflict.ts";

export async function loader(args: Route.LoaderArgs) {
  const signedIn = await requireUser(args);
  const { visit, user, rights } = signedIn;
  return {
    ...profileView(signedIn),
    preferences: preferencesView(signedIn),
    safety: safetyLinks(visit, { hasShipments: hasMenu(rights, "SHIPMENTS") }),
    canChangeEmail: visit.offers(changeEmail),
    canChangePicture: visit.offers(pictureUpload),
    avatar: shownAvatar(user.avatar),
    /** For people who can do something about it: unsupported screens, and why. */
    lacking: passesRoles(rights, [ADMIN_ROLE]) ? lackingScreens() : [],
    title: visit.t("account:profile.title"),
    requestId: visit.requestId(),
    emailRequired: emailRequired(),
    email: user.email ?? "",
    isFactorStale: isFactorStale(user),
  };
}

export async function action(args: Route.ActionArgs) {
  const signedIn = await requireUser(args);
  const form = await args.request.formData();
  const intent = form.get("intent");
  if (intent === CHANGE_EMAIL) return askForEmail(signedIn.visit, form);
  if (intent === PREFERENCES) return savePreferences(signedIn, form);
  return saveProfile(signedIn, form);
}

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("account");
  const { email, requestId, lacking, avatar, profile } = loaderData;
  const answer = actionData && "reply" in actionData ? actionData : undefined;
  const isAboutEmail = answer?.reply.initialValue?.intent === CHANGE_EMAIL;
  return (
    <div className="mx-auto flex max-w-text flex-col gap-4">
      <div className="flex flex-wrap items-center gap-4">
        {avatar ? (
          <img src={avatar} alt="" width="64" height="64" className="size-16 rounded-full object-cover" />
        ) : null}
        <div className="mr-auto">
          <PageHead title={t("profile.title")} lead={profile.name} />
        </div>
        {loaderData.canChangePicture ? (
          <ButtonLink to={href("/account/picture")}>
            {t(avatar ? "picture.change" : "picture.add")}
          </ButtonLink>
        ) : null}
      </div>
      <ProfileForm
        key={begunKey(isAboutEmail ? undefined : answer)}
        view={loaderData}
        requestId={requestId}
        answer={isAboutEmail ? undefined : answer}
      />
      <PreferencesForm
        view={loaderData.preferences}
        requestId={requestId}
        fault={actionData && "preferences" in actionData ? actionData.preferences : undefined}
      />
      {loaderData.canChangeEmail && loaderData.isFactorStale ? <EmailProof email={email} /> : null}
      {loaderData.canChangeEmail && !loaderData.isFactorStale ? (
        <EmailForm
          email={email}
          requestId={requestId}
          required={loaderData.emailRequired}
          answer={isAboutEmail ? answer : undefined}
        />
      ) : null}
      <SafetyLinks links={loaderData.safety} />
      {lacking.length > 0 ? <Lacking screens={lacking} /> : null}
    </div>
  );
}

function Lacking({ screens }: { screens: LackingScreen[] }) {
  const { t } = useText("account");
  return (
    <Section title={t("lacking.title")} layout="text">
      <p className="mt-2 text-quiet">{t("lacking.text", { command: "npm run provider:check" })}</p>
      <ul className="mt-2 list-disc pl-5">
        {screens.map(({ path, calls }) => (
          <li key={path}>{t("lacking.screen", { path, calls: calls.join(", ") })}</li>
        ))}
      </ul>
    </Section>
  );
}
