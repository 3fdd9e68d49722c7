import { useNavigation } from "react-router";
import { Begun, BegunChoice, type BegunConflict } from "#app/components/begun-form.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { ErrorSummary } from "#app/components/form.tsx";
import { FormBar } from "#app/components/form-bar.tsx";
import { InputField, SelectField, TextAreaField } from "#app/components/form-controls.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import { useRowForm } from "#app/components/row-form.ts";
import { roundingRules } from "#app/contract/invoice-code.ts";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import type { DraftReply } from "./draft.server.ts";
import { Against, Missing } from "./draft-against.tsx";
import { DRAFT_FORM, type DraftFields, type Fields, headFields, lineFields } from "./draft-fields.ts";
import { DraftLines } from "./draft-lines.tsx";
import { DraftSums } from "./draft-sums.tsx";
import type { DraftView } from "./draft-view.server.ts";

/** Makes or changes a draft of an invoice, and issues it. */
export function DraftForm({
  view,
  requestId,
  answer,
  base,
}: {
  view: DraftView;
  requestId: string;
  answer: DraftReply | undefined;
  /** Address of the list of drafts. */
  base: string;
}) {
  const { t } = useText("invoice-desk");
  const isPending = useNavigation().state === "submitting";
  const [form, fields] = useRowForm<DraftFields, Fields>({ id: DRAFT_FORM, start: view, answer });
  // Shown again, the form is of the version that was seen, unless it now shows what somebody else has changed.
  const posted = answer?.conflict ? null : answer?.reply.initialValue?.version;
  const version = typeof posted === "string" && posted ? posted : view.version;
  const check = answer ? answer.check : view.check;
  const missing = answer ? answer.missing : view.check.missing;
  const count = fields.lines.getFieldList().length;
  const faultOf = (index: number) => form.allErrors[`missing[${index}].reason`]?.[0];
  return (
    <>
      {answer?.conflict ? <DraftConflict conflict={answer.conflict} formId={form.id} /> : null}
      <ErrorSummary form={form} labels={useLabels(count, missing)} />
      <PostForm
        requestId={requestId}
        answer={answer}
        id={form.id}
        noValidate
        onSubmit={form.onSubmit}
        preventScrollReset
      >
        {version === null ? null : <input type="hidden" name="version" value={version} />}
        {view.version === null ? null : (
          <Begun fields={{ ...view.fields }} version={view.version} answer={answer} />
        )}
        <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
          {t("button.save")}
        </button>
        <Section title={t("section.head")}>
          <div className="grid gap-4 sm:grid-cols-2">
            <InputField field={fields.title} label={t("field.title")} />
            <InputField field={fields.dueDate} label={t("field.dueDate")} type="date" />
            <InputField field={fields.currency} label={t("field.currency")} hint={t("hint.currency")} />
            <SelectField
              field={fields.rounding}
              label={t("field.rounding")}
              choices={roundingRules.map((rule) => [rule, t(`rounding.${rule}`)])}
            />
          </div>
          <TextAreaField field={fields.note} label={t("field.note")} rows={2} />
        </Section>
        <DraftLines form={form} field={fields.lines} clocks={view.clocks} />
        <Missing rows={missing} faultOf={faultOf} />
        <DraftSums check={check} rows={count} />
        <Against check={check} isCompared={view.isCompared} />
        <p className="text-xs text-quiet">{t("issueHint")}</p>
        <FormBar>
          <Button kind="primary" name="intent" value="issue" aria-disabled={isPending}>
            {t("button.issue")}
          </Button>
          <Button name="intent" value="save" aria-disabled={isPending}>
            {t("button.save")}
          </Button>
          <Button name="intent" value="check">
            {t("button.check")}
          </Button>
          {view.version === null ? null : (
            <Button kind="quiet" name="intent" value="discard" aria-disabled={isPending}>
              {t("button.discard")}
            </Button>
          )}
          <ButtonLink to={base} kind="quiet">
            {t("button.back")}
          </ButtonLink>
        </FormBar>
      </PostForm>
    </>
  );
}

function DraftConflict({ conflict, formId }: { conflict: BegunConflict; formId: string }) {
  const { t } = useText("invoice-desk");
  if (conflict.rows.length > 0) return <BegunChoice conflict={conflict} formId={formId} />;
  return (
    <Alert kind="warning" className="mb-4">
      {`${conflict.lead} ${t("changedMeanwhile")}`}
    </Alert>
  );
}

function useLabels(rows: number, missing: DraftReply["missing"]): Record<string, string> {
  const { t } = useText("invoice-desk");
  return Object.fromEntries([
    ...[...headFields, "lines" as const].map((name) => [name, t(`field.${name}`)]),
    ...Array.from({ length: rows }, (_, index) =>
      lineFields
        .filter((name) => name !== "clock")
        .map((name) => [
          `lines[${index}].${name}`,
          `${t("row", { number: index + 1 })}, ${t(`field.${name}`)}`,
        ]),
    ).flat(),
    ...missing.map(({ label }, index) => [`missing[${index}].reason`, label]),
  ]);
}
