import { answeredField } from "#app/components/field-props.ts";
import { InputField } from "#app/components/form-controls.tsx";
import { Section } from "#app/components/page/section.tsx";
import { DRAFT_REASON_MAX } from "#app/contract/invoice-code.ts";
import { useText } from "#app/locales/use-text.ts";
import { REASON } from "../comparison.tsx";
import { SheetTable } from "../sheet-table.tsx";
import type { CheckView, MissingView } from "./draft-check.server.ts";
import { DRAFT_FORM } from "./draft-fields.ts";

/** Charges of the quote that are not billed, with a reason for each. */
export function Missing({
  rows,
  faultOf,
}: {
  rows: readonly MissingView[];
  faultOf: (index: number) => string | undefined;
}) {
  const { t } = useText("invoice-desk");
  if (rows.length === 0) return null;
  return (
    <Section title={t("section.missing")}>
      {rows.map(({ charge, label, reason }, index) => (
        <div key={charge}>
          <input type="hidden" name={`missing[${index}].charge`} value={charge} />
          <input type="hidden" name={`missing[${index}].label`} value={label} />
          <InputField
            field={answeredField({
              id: `${DRAFT_FORM}-missing[${index}].reason`,
              name: `missing[${index}].reason`,
              value: reason,
              fault: faultOf(index),
            })}
            label={t("field.missingReason", { charge: label })}
            hint={t("hint.reason")}
            maxLength={DRAFT_REASON_MAX}
          />
        </div>
      ))}
    </Section>
  );
}

const heads = ["charge", "quoted", "billed", "difference", "reason", "explained"] as const;

/** What differs from the quote, as it was counted last. */
export function Against({ check, isCompared }: { check: CheckView | null; isCompared: boolean }) {
  const { t } = useText("invoice-desk");
  if (!check) return null;
  const rows = check.differences;
  return (
    <Section title={t("section.against")}>
      {rows.length > 0 ? (
        <SheetTable
          caption={t("section.against")}
          heads={heads.map((name) => t(`against.${name}`))}
          rows={rows}
          amounts={1}
          sentence={REASON}
        />
      ) : (
        <p>{t(isCompared ? "against.same" : "against.none")}</p>
      )}
    </Section>
  );
}
