import { href, useNavigation } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { timed } from "#app/components/moment.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import { aroundTime } from "#app/lib/moment.ts";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { Input } from "#app/ui/input.tsx";
import type { loadFactor } from "./second-factor.server.ts";

type View = Awaited<ReturnType<typeof loadFactor>>;

/** The recovery codes, which are shown this once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useText("safety");
  return (
    <Section title={t("factor.codesTitle")}>
      <p>{t("factor.codesText")}</p>
      <ul className="grid grid-cols-2 gap-2 font-mono text-base sm:max-w-narrow">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p>
        <ButtonLink to={href("/account/secondFactor")} kind="primary">
          {t("factor.codesKept")}
        </ButtonLink>
      </p>
    </Section>
  );
}

/** QR code and secret, and the field for the first code. */
export function FactorSetUp({ setUp, requestId }: { setUp: NonNullable<View["setUp"]>; requestId: string }) {
  const { t } = useText("safety");
  const { state } = useNavigation();
  const { size, path, secret } = setUp;
  return (
    <Section title={t("factor.setUpTitle")}>
      <p>{t("factor.setUpText")}</p>
      <svg
        viewBox={`-4 -4 ${size + 8} ${size + 8}`}
        width="220"
        height="220"
        role="img"
        aria-label={t("factor.qr")}
        stroke="#000"
        shapeRendering="crispEdges"
        className="max-w-full self-center bg-white"
      >
        <path d={path} />
      </svg>
      <p>
        {t("factor.secret")} <code className="font-mono break-words">{secret}</code>
      </p>
      <PostForm requestId={requestId}>
        <input type="hidden" name="intent" value="confirm" />
        <Field label={<span className="font-medium">{t("factor.firstCode")}</span>}>
          <Input name="code" inputMode="numeric" autoComplete="one-time-code" maxLength={40} required />
        </Field>
        <Actions>
          <Button kind="primary" aria-disabled={state === "submitting"}>
            {t("factor.confirm")}
          </Button>
          <ButtonLink to={href("/account/secondFactor")}>{t("factor.cancel")}</ButtonLink>
        </Actions>
      </PostForm>
    </Section>
  );
}

/** Whether it is on, and what can be done about it. */
export function FactorState({ view, requestId }: { view: View; requestId: string }) {
  const { t } = useText("safety");
  const { since, isRequired, isRequiredByOperator, recoveryCodesLeft } = view;
  if (!since)
    return (
      <Card className="flex flex-col gap-4">
        <p>{t("factor.off")}</p>
        <p className="text-quiet">{t("factor.about")}</p>
        <p>
          <ButtonLink to={`${href("/account/secondFactor")}?step=code`} kind="primary">
            {t("factor.setUp")}
          </ButtonLink>
        </p>
      </Card>
    );
  return (
    <Card className="flex flex-col gap-4">
      <p>{timed(aroundTime(since, (time) => t("factor.on", { since: time })))}</p>
      {recoveryCodesLeft < 4 ? <Alert kind="warning">{t("factor.fewCodes")}</Alert> : null}
      <p className="text-quiet">{t("factor.codesLeft", { left: recoveryCodesLeft })}</p>
      <PostForm requestId={requestId} layout="row">
        <Button name="intent" value="renew">
          {t("factor.renew")}
        </Button>
        {isRequired || isRequiredByOperator ? null : (
          <Button kind="danger" name="intent" value="remove">
            {t("factor.remove")}
          </Button>
        )}
      </PostForm>
    </Card>
  );
}

/** For administrators: whether all members need one. */
export function FactorRequirement({ view, requestId }: { view: View; requestId: string }) {
  const { t } = useText("safety");
  if (!view.mayRequire) return null;
  return (
    <Section title={t("factor.requireTitle")}>
      {view.since ? (
        <PostForm requestId={requestId} className="items-start">
          <Checkbox isLong name="isRequired" defaultChecked={view.isRequired}>
            {t("factor.require")}
          </Checkbox>
          {view.isRequiredByOperator ? <p className="text-quiet">{t("factor.byOperator")}</p> : null}
          <Button name="intent" value="require">
            {t("factor.requireSave")}
          </Button>
        </PostForm>
      ) : (
        <p className="text-quiet">{t("factor.ownFirst")}</p>
      )}
    </Section>
  );
}
