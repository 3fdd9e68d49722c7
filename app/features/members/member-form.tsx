import { type SubmissionResult, useForm } from "@conform-to/react";
import { useNavigation } from "react-router";
import { Begun, type BegunConflict } from "#app/components/begun-form.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { requiredConstraint } from "#app/components/form.tsx";
import { CheckField, InputField, SelectField } from "#app/components/form-controls.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { FieldForm } from "#app/components/page/field-form.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";

export type MemberFields = {
  userName?: string;
  name?: string;
  email?: string;
  roleId?: string;
  departmentId?: string;
  status?: string;
  leavesNoAdministrator?: string;
};

export interface MemberReply {
  reply: SubmissionResult<string[]>;
  requestId: string | null;
  conflict?: BegunConflict;
}

type Choices = readonly (readonly [value: string, label: string])[];

/**
 * Invitation of a member, or changes of one. Of one's own account only name and department can be changed. At the
 * forwarder's desk, changes say whether the company may lose its last administrator.
 */
export function MemberForm({
  kind,
  isSelf = false,
  version,
  desk,
  fields: fieldsOfForm,
  choices,
  required,
  requestId,
  answer,
  backHref,
}: {
  kind: "add" | "edit";
  isSelf?: boolean;
  /** Version of the member that is changed. */
  version?: number | null;
  desk?: { isLastAdministrator: boolean };
  fields: MemberFields;
  choices: { roles: Choices; departments: Choices; statuses: Choices };
  required: string[];
  requestId: string;
  answer: MemberReply | undefined;
  backHref: string;
}) {
  const { t } = useText(["member-pages", "shell"]);
  const navigation = useNavigation();
  const [form, fields] = useForm<MemberFields>({
    id: "member",
    lastResult: answer?.reply,
    defaultValue: fieldsOfForm,
    constraint: requiredConstraint(required),
  });
  const labels = {
    userName: t("userName"),
    name: t("name"),
    email: t("email"),
    roleId: t("role"),
    departmentId: t("department"),
    status: t("status"),
    leavesNoAdministrator: t("lastAdministrator"),
  };
  const isInvitation = kind === "add" || fieldsOfForm.status === undefined;
  return (
    <FieldForm form={form} labels={labels} requestId={requestId} answer={answer} layout="grid">
      {kind === "add" ? (
        <InputField
          field={fields.userName}
          label={labels.userName}
          hint={t("userNameHint")}
          autoCapitalize="none"
          autoComplete="off"
        />
      ) : null}
      <InputField field={fields.name} label={labels.name} autoComplete="off" />
      {isSelf ? (
        <>
          <input type="hidden" name="email" value={fieldsOfForm.email} />
          <input type="hidden" name="roleId" value={fieldsOfForm.roleId} />
        </>
      ) : (
        <>
          <InputField
            field={fields.email}
            label={labels.email}
            hint={t(isInvitation ? "emailHint" : "otherEmailHint")}
            type="email"
            autoComplete="off"
          />
          <SelectField
            field={fields.roleId}
            label={labels.roleId}
            choices={kind === "add" ? [["", t("chooseRole")], ...choices.roles] : choices.roles}
          />
        </>
      )}
      <SelectField
        field={fields.departmentId}
        label={labels.departmentId}
        choices={[["", t("noDepartment")], ...choices.departments]}
      />
      {isInvitation || isSelf ? null : (
        <SelectField
          field={fields.status}
          label={labels.status}
          hint={t("endsSessions")}
          choices={choices.statuses}
        />
      )}
      {isSelf ? <p className="text-quiet sm:col-span-2">{t("you")}</p> : null}
      {kind === "edit" ? <Begun fields={fieldsOfForm} version={version} answer={answer} /> : null}
      {desk?.isLastAdministrator || fields.leavesNoAdministrator.errors ? (
        <CheckField
          field={fields.leavesNoAdministrator}
          label={t("leavesNoAdministrator")}
          isLong
          className="sm:col-span-2"
        />
      ) : null}
      <Actions className="sm:col-span-2">
        <Button kind="primary" aria-disabled={navigation.state === "submitting"}>
          {t(kind === "add" ? "invite" : "save")}
        </Button>
        <ButtonLink to={backHref}>{t("cancel")}</ButtonLink>
      </Actions>
    </FieldForm>
  );
}
