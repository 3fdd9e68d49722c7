import { href } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { CopyButton } from "#app/components/copy-button.tsx";
import { Fault } from "#app/components/fault.tsx";
import { timed } from "#app/components/moment.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { Facts } from "#app/components/page/facts.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import { aroundTime } from "#app/lib/moment.ts";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Field } from "#app/ui/field.tsx";
import { Input, Select } from "#app/ui/input.tsx";
import type { changeCompanySignIn, loadCompanySettings } from "./company-settings.server.ts";

type View = Awaited<ReturnType<typeof loadCompanySettings>>;
type Answered = Exclude<Awaited<ReturnType<typeof changeCompanySignIn>>, Response>["data"];

interface PartProps {
  view: View;
  requestId: string;
  pressed: Answered | undefined;
}

/** A text that is entered elsewhere, with the button that copies it. */
function ToCopy({ text }: { text: string }) {
  return (
    <>
      <code className="font-mono text-xs wrap-anywhere">{text}</code> <CopyButton text={text} />
    </>
  );
}

/** One button of the page, with what it needs. */
function Press({
  intent,
  id,
  kind,
  requestId,
  label,
  children,
}: {
  intent: string;
  /** The whole name of a button whose words are cut to fit. */
  label?: string;
  id?: string;
  kind?: "primary" | "danger";
  requestId: string;
  children: React.ReactNode;
}) {
  return (
    <PostForm requestId={requestId} layout="plain" preventScrollReset>
      {id ? <input type="hidden" name="id" value={id} /> : null}
      <Button name="intent" value={intent} aria-label={label} {...(kind ? { kind } : {})}>
        {children}
      </Button>
    </PostForm>
  );
}

/** Whether it is on, and the settings. */
export function StateCard({ view, requestId, pressed }: PartProps) {
  const { t } = useText("company-sign-in");
  const { settings, domains } = view;
  const edit = (
    <ButtonLink to={href("/account/companySignInEdit")} kind={settings ? undefined : "primary"}>
      {t(settings ? "settings.edit" : "settings.setUp")}
    </ButtonLink>
  );
  if (!settings)
    return (
      <Card className="flex flex-col gap-4">
        <p>{t("settings.none")}</p>
        <p>{edit}</p>
      </Card>
    );
  const isReady = domains.some(({ provedAt }) => provedAt !== "");
  return (
    <Section
      title={
        <>
          {`${t("settings.title")} `}
          <Badge kind={settings.isOn ? "success" : "neutral"}>
            {t(settings.isOn ? "settings.isOn" : "settings.isOff")}
          </Badge>
        </>
      }
    >
      <Facts
        facts={[
          [t("form.issuer"), settings.issuer],
          [t("form.clientId"), settings.clientId],
        ]}
        layout="lines"
      />
      {pressed?.check ? <CheckResult check={pressed.check} /> : null}
      {isReady || settings.isOn ? null : <p className="text-quiet">{t("settings.domainFirst")}</p>}
      <Actions>
        {settings.isOn ? (
          <Press intent="off" requestId={requestId}>
            {t("settings.switchOff")}
          </Press>
        ) : null}
        {!settings.isOn && isReady ? (
          <Press intent="on" kind="primary" requestId={requestId}>
            {t("settings.switchOn")}
          </Press>
        ) : null}
        <Press intent="check" requestId={requestId}>
          {t("settings.check")}
        </Press>
        {edit}
        {settings.isOn ? null : (
          <Press intent="removed" kind="danger" requestId={requestId}>
            {t("settings.remove")}
          </Press>
        )}
      </Actions>
    </Section>
  );
}

function CheckResult({ check }: { check: NonNullable<Answered["check"]> }) {
  const { t } = useText("company-sign-in");
  if (check.fault) return <Fault>{check.fault}</Fault>;
  return (
    <Alert kind="success">
      <p>{t("check.fine", { host: check.host ?? "" })}</p>
      <p>{t(check.endsSessions ? "check.endsSessions" : "check.endsNone")}</p>
      <p>{t(check.reportsLogout ? "check.reports" : "check.reportsNone")}</p>
    </Alert>
  );
}

/** What has to be entered at the identity provider, and the link for the people. */
export function AddressCard({ view }: { view: View }) {
  const { t } = useText("company-sign-in");
  const rows = [
    [t("address.return"), view.returnAddress],
    [t("address.afterSignOut"), view.afterSignOutAddress],
    [t("address.logout"), view.logoutAddress],
    ...(view.settings ? [[t("address.link"), view.settings.link] as const] : []),
  ] as const;
  return (
    <Section title={t("address.title")} layout="close">
      <p className="text-quiet">{t("address.text")}</p>
      <Facts
        facts={rows.map(([label, address]) => [label, <ToCopy key={label} text={address} />])}
        layout="lines"
      />
    </Section>
  );
}

/** Domains of the company: only those that are proved count. */
export function DomainCard({ view, requestId, pressed }: PartProps) {
  const { t } = useText("company-sign-in");
  const isAbout = (id: string | null) => pressed?.fault && pressed.domainId === id;
  return (
    <Section title={t("domain.title")}>
      <p className="text-quiet">{t("domain.text")}</p>
      {view.domains.length > 0 ? (
        <ul className="flex flex-col">
          {view.domains.map((domain) => (
            <li key={domain.id} className="flex flex-col gap-3 border-t border-line py-3">
              {isAbout(domain.id) ? <Fault>{pressed?.fault}</Fault> : null}
              <DomainRow domain={domain} requestId={requestId} />
            </li>
          ))}
        </ul>
      ) : null}
      <PostForm
        requestId={requestId}
        answer={pressed}
        layout="plain"
        className="flex flex-col gap-2"
        preventScrollReset
      >
        <input type="hidden" name="intent" value="domainAdd" />
        {pressed?.typed && pressed.fault ? <Fault>{pressed.fault}</Fault> : null}
        <Field label={<span className="font-medium">{t("domain.name")}</span>}>
          <Input
            name="name"
            defaultValue={pressed?.typed ?? ""}
            key={pressed?.typed}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={253}
            required
          />
        </Field>
        <p>
          <Button>{t("domain.add")}</Button>
        </p>
      </PostForm>
    </Section>
  );
}

function DomainRow({ domain, requestId }: { domain: View["domains"][number]; requestId: string }) {
  const { t } = useText("company-sign-in");
  const { id, name, provedAt, provedBy, recordName, recordText, mailSentAt } = domain;
  const remove = (
    <Press intent="domainRemove" id={id} requestId={requestId} label={t("domain.removeOne", { name })}>
      {t("domain.remove")}
    </Press>
  );
  if (provedAt)
    return (
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0">
          <strong className="wrap-anywhere">{name}</strong> <Badge kind="success">{t("domain.proved")}</Badge>
          <span className="block text-xs text-quiet">
            {timed(
              aroundTime(provedAt, (time) =>
                t(provedBy === "MAIL" ? "domain.provedByMail" : "domain.provedByDns", { time }),
              ),
            )}
          </span>
        </p>
        {remove}
      </div>
    );
  return (
    <>
      <p>
        <strong className="wrap-anywhere">{name}</strong> <Badge kind="warning">{t("domain.unproved")}</Badge>
      </p>
      <p>{t("domain.record")}</p>
      <Facts
        facts={[
          [t("domain.recordName"), <ToCopy key="name" text={recordName} />],
          [t("domain.recordText"), <ToCopy key="text" text={recordText} />],
        ]}
        layout="lines"
      />
      {mailSentAt ? (
        <p className="text-quiet">
          {timed(aroundTime(mailSentAt, (time) => t("domain.mailed", { name, time })))}
        </p>
      ) : null}
      <Actions>
        <Press intent="domainCheck" id={id} requestId={requestId}>
          {t("domain.check")}
        </Press>
        <Press intent="domainMail" id={id} requestId={requestId} label={t("domain.mailOne", { name })}>
          {t("domain.mail")}
        </Press>
        {remove}
      </Actions>
    </>
  );
}

/** Whether members have passwords beside the company's sign-in. */
export function PasswordCard({ view, requestId }: PartProps) {
  const { t } = useText("company-sign-in");
  const { settings, passwordAccount, administrators, isProvedByAdministrator } = view;
  if (!settings?.isOn) return null;
  return (
    <Section title={t("passwords.title")}>
      {passwordAccount ? (
        <>
          <p className="wrap-anywhere">
            {t("passwords.areOff", { name: passwordAccount.name, account: passwordAccount.userName })}
          </p>
          <Press intent="passwordsOn" requestId={requestId}>
            {t("passwords.on")}
          </Press>
        </>
      ) : (
        <p>{t("passwords.areOn")}</p>
      )}
      {isProvedByAdministrator ? (
        <PostForm requestId={requestId} layout="close" preventScrollReset>
          <input type="hidden" name="intent" value="passwordsOff" />
          <Field label={<span className="font-medium">{t("passwords.kept")}</span>}>
            <Select name="id" defaultValue={passwordAccount?.id}>
              {administrators.map(({ id, name, userName }) => (
                <option key={id} value={id}>
                  {`${name} (${userName})`}
                </option>
              ))}
            </Select>
          </Field>
          <p className="text-quiet">{t("passwords.text")}</p>
          <p>
            <Button kind={passwordAccount ? undefined : "danger"}>
              {t(passwordAccount ? "passwords.change" : "passwords.off")}
            </Button>
          </p>
        </PostForm>
      ) : (
        <p className="text-quiet">{t("passwords.comeInFirst")}</p>
      )}
    </Section>
  );
}
