import { useNavigation } from "react-router";
import { ErrorSummary } from "#app/components/form.tsx";
import { FormBar } from "#app/components/form-bar.tsx";
import { timed } from "#app/components/moment.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import { RowEditor, type RowsField } from "#app/components/row-editor.tsx";
import { useRowForm } from "#app/components/row-form.ts";
import { PRICE_LIMITS } from "#app/contract/freight-code.ts";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import type { PriceConflict, PriceReply } from "./price.server.ts";
import { emptyOption, type OptionFields, PRICE_FORM, type PriceFields } from "./price-fields.ts";
import { CHARGE_NAMES, PriceOption, UNIT_NAMES } from "./price-option.tsx";
import type { PriceFormView } from "./quote.server.ts";

const lineNames = ["chargeCode", "description", "unit", "quantity", "price", "amount", "cost"] as const;
const optionNames = ["carrierName", "transitDays", "validUntil", "currency"] as const;

/** The price of a quote: options with lines, kept as a draft or sent. */
export function PriceForm({
  view,
  requestId,
  answer,
}: {
  view: PriceFormView;
  requestId: string;
  answer: PriceReply | undefined;
}) {
  const { t } = useText("desk-quote");
  const navigation = useNavigation();
  const [form, fields] = useRowForm<PriceFields, { options: RowsField }>({
    id: PRICE_FORM,
    start: view.start,
    answer,
  });
  const options = fields.options.getFieldList().map((row) => row.getFieldset() as unknown as OptionFields);
  const labels = useLabels(options.map(({ lines }) => lines.getFieldList().length));
  // A form that is shown again keeps the versions that it was made from.
  const posted = (name: "version" | "draftVersion", fresh: number) => {
    const value = answer?.reply.initialValue?.[name];
    return typeof value === "string" ? value : fresh;
  };
  const isBusy = navigation.state === "submitting";
  return (
    <Section title={t("form.title")}>
      {view.note && !answer ? <Alert kind="info">{timed(view.note)}</Alert> : null}
      {answer?.conflict ? (
        <Conflict conflict={answer.conflict} />
      ) : (
        <ErrorSummary form={form} labels={labels} />
      )}
      <p className="text-quiet">{t("form.lead")}</p>
      <PostForm
        requestId={requestId}
        answer={answer}
        id={form.id}
        noValidate
        onSubmit={form.onSubmit}
        preventScrollReset
      >
        <input type="hidden" name="version" value={posted("version", view.version)} />
        <input type="hidden" name="draftVersion" value={posted("draftVersion", view.draftVersion)} />
        {/* Enter sends nothing to the customer. */}
        <button
          type="submit"
          name="intent"
          value="work-out"
          className="sr-only"
          tabIndex={-1}
          aria-hidden="true"
        >
          {t("form.workOut")}
        </button>
        <Names id={CHARGE_NAMES} names={view.charges} />
        <Names id={UNIT_NAMES} names={view.units} />
        <RowEditor
          form={form}
          field={fields.options}
          newRow={emptyOption}
          most={PRICE_LIMITS.options}
          words={{
            row: (number) => t("form.option", { number }),
            remove: (number) => t("form.removeOption", { number }),
            add: t("form.addOption"),
          }}
        >
          {(row) => (
            <PriceOption form={form} option={row as unknown as OptionFields} currencies={view.currencies} />
          )}
        </RowEditor>
        <FormBar>
          <Button kind="primary" name="intent" value="send" aria-disabled={isBusy}>
            {t("form.send")}
          </Button>
          <Button name="intent" value="draft" aria-disabled={isBusy}>
            {t("form.saveDraft")}
          </Button>
          <Button name="intent" value="work-out">
            {t("form.workOut")}
          </Button>
        </FormBar>
        <p className="text-xs text-quiet">{t("form.onlyDesk")}</p>
      </PostForm>
    </Section>
  );
}

/** Somebody else was faster: who it was, and the way to go ahead with what is typed. */
function Conflict({ conflict }: { conflict: PriceConflict }) {
  const { t } = useText("desk-quote");
  return (
    <Alert kind="danger">
      <p>{conflict.text}</p>
      {conflict.over ? (
        <>
          <p className="my-2">{t(conflict.isDraft ? "conflict.draftText" : "conflict.sendText")}</p>
          <Actions>
            <Button form={PRICE_FORM} name="intent" value={conflict.over}>
              {t(conflict.isDraft ? "conflict.draft" : "conflict.send")}
            </Button>
          </Actions>
        </>
      ) : null}
    </Alert>
  );
}

function Names({ id, names }: { id: string; names: PriceFormView["charges"] }) {
  return (
    <datalist id={id}>
      {names.map(([label]) => (
        <option key={label} value={label} />
      ))}
    </datalist>
  );
}

/** Field name to label, in page order. */
function useLabels(lineCounts: readonly number[]): Record<string, string> {
  const { t } = useText("desk-quote");
  const labels: Record<string, string> = { options: t("form.title") };
  for (const [index, count] of lineCounts.entries()) {
    const option = t("form.option", { number: index + 1 });
    for (const name of optionNames) labels[`options[${index}].${name}`] = `${option}, ${t(`field.${name}`)}`;
    labels[`options[${index}].lines`] = option;
    for (let line = 0; line < count; line += 1)
      for (const name of lineNames)
        labels[`options[${index}].lines[${line}].${name}`] =
          `${option}, ${t("form.line", { number: line + 1 })}, ${t(`field.${name}`)}`;
    labels[`options[${index}].total`] = `${option}, ${t("field.total")}`;
  }
  return labels;
}
