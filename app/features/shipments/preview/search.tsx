import { answeredField, inputProps } from "#app/components/field-props.ts";
import { FieldFault } from "#app/components/form-controls.tsx";
import { searchTypes } from "#app/lib/search-type.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Input, Select } from "#app/ui/input.tsx";
import type { SearchForm } from "./preview.server.ts";

/**
 * Search by house or order number: a plain form, since public pages have no script but the one that sets the kind while somebody
 * types. Typed text is kept.
 */
export function PreviewSearch({ form, action }: { form: SearchForm; action: string }) {
  const { t } = useText(["preview", "shell"]);
  const { searchType, typeError, numberError } = form;
  const type = answeredField({ id: "search-type", fault: typeError });
  const number = answeredField({ id: "number", value: form.number, fault: numberError });
  return (
    <form method="get" action={action} noValidate aria-label={t("search.title")}>
      <div className="flex flex-wrap gap-2">
        <Select
          id={type.id}
          name="searchType"
          aria-label={t("search.type")}
          aria-invalid={typeError ? true : undefined}
          aria-describedby={typeError ? type.errorId : undefined}
          defaultValue={searchType}
          autoFocus={typeError !== null}
          className="sm:basis-48"
        >
          {searchTypes.map((each) => (
            <option key={each} value={each}>
              {t(`search.types.${each}`)}
            </option>
          ))}
        </Select>
        <Input
          {...inputProps(number, "search")}
          aria-label={t("search.number")}
          placeholder={t("search.number")}
          maxLength={50}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus={numberError !== null && typeError === null}
          className="min-w-40 flex-1"
        />
        <Button kind="primary">{t("search.submit")}</Button>
      </div>
      <FieldFault field={type} isAlert />
      <FieldFault field={number} isAlert />
    </form>
  );
}
