import { type SubmissionResult, useForm } from "@conform-to/react";
import { useNavigation } from "react-router";
import { Begun, type BegunConflict } from "#app/components/begun-form.tsx";
import { requiredConstraint } from "#app/components/form.tsx";
import { InputField } from "#app/components/form-controls.tsx";
import { Facts } from "#app/components/page/facts.tsx";
import { FieldForm } from "#app/components/page/field-form.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { ProfileView } from "./profile.server.ts";

const factNames = ["userName", "role", "organization", "department"] as const;
const companyNames = ["companyAddress", "city", "state", "countryCode"] as const;
const COUNTRY_LIST = "countries";

const attributes: Partial<Record<string, React.ComponentProps<"input">>> = {
  name: { autoComplete: "name" },
  companyAddress: { autoComplete: "street-address" },
  city: { autoComplete: "address-level2" },
  state: { autoComplete: "address-level1" },
  countryCode: { list: COUNTRY_LIST },
};

/** What the forwarder knows of the person, and what of it they may change. */
export function ProfileForm({
  view,
  requestId,
  answer,
}: {
  view: ProfileView;
  requestId: string;
  answer:
    | { reply: SubmissionResult<string[]>; requestId: string | null; conflict?: BegunConflict }
    | undefined;
}) {
  const { t } = useText("account");
  const navigation = useNavigation();
  const { facts, profile, canEditCompany, countries } = view;
  const fieldNames = canEditCompany ? (["name", ...companyNames] as const) : (["name"] as const);
  const [form, fields] = useForm<Partial<ProfileView["profile"]>>({
    id: "profile",
    lastResult: answer?.reply,
    defaultValue: profile,
    constraint: requiredConstraint(view.required),
  });
  const labels = Object.fromEntries(fieldNames.map((name) => [name, t(`profile.${name}`)]));
  const unknown = t("profile.unknown");
  const known = [
    ...factNames.map((name) => [t(`profile.${name}`), facts[name] ?? unknown] as const),
    ...(canEditCompany ? [] : companyNames).map(
      (name) => [t(`profile.${name}`), profile[name] || unknown] as const,
    ),
  ];
  return (
    <>
      <Card>
        <Facts facts={known} layout="grid" />
      </Card>
      <Card>
        <FieldForm form={form} labels={labels} requestId={requestId} answer={answer} layout="grid">
          <Begun fields={profile} answer={answer} />
          {fieldNames.map((name) => (
            <InputField key={name} field={fields[name]} label={t(`profile.${name}`)} {...attributes[name]} />
          ))}
          {canEditCompany ? (
            <datalist id={COUNTRY_LIST}>
              {countries.map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          ) : null}
          <div className="sm:col-span-2">
            <Button kind="primary" aria-disabled={navigation.state === "submitting"}>
              {t("profile.save")}
            </Button>
          </div>
        </FieldForm>
      </Card>
    </>
  );
}
