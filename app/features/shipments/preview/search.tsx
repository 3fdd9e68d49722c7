import { answeredField, inputProps } from "#app/components/field-props.ts";
import { FieldFault, OptionFields } from "#app/components/form-controls.tsx";
import { previewSearchTypes } from "#app/contract/shipment-preview-code.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Input } from "#app/ui/input.tsx";
import type { SearchForm } from "./preview.server.ts";

/** Search by H# or PO#: a plain form, since public pages have no script. Typed text is kept. */
export function PreviewSearch({ form, action }: { form: SearchForm; action: string }) {
  const { t } = useText(["preview", "shell"]);
  const { typeError, numberError } = form;
  const number = answeredField({ id: "number", value: form.number, fault: numberError });
  return (
    <form
      method="get"
      action={action}
      noValidate
      aria-label={t("search.title")}
      className="flex flex-col gap-4"
    >
      <OptionFields
        type="radio"
        field={answeredField({
          id: "search-type",
          name: "searchType",
          value: form.searchType ?? undefined,
          fault: typeError,
        })}
        legend={t("search.type")}
        options={previewSearchTypes.map((type) => ({
          value: type,
          label: (
            <>
              <span className="font-medium">{t(`search.types.${type}`)}</span>
              <span className="text-quiet">{t(`search.typeHints.${type}`)}</span>
            </>
          ),
        }))}
        isAlert
        focusFirst={typeError !== null}
      />
      <div>
        <label htmlFor={number.id} className="mb-1 block font-medium">
          {t("search.number")}
        </label>
        <div className="flex gap-2">
          <Input
            {...inputProps(number, "search")}
            maxLength={50}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            autoFocus={numberError !== null && typeError === null}
          />
          <Button kind="primary" className="shrink-0">
            {t("search.submit")}
          </Button>
        </div>
        <FieldFault field={number} isAlert />
      </div>
    </form>
  );
}
