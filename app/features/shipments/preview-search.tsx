import { previewSearchTypes } from "#app/contract/shipment.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Input } from "#app/ui/input.tsx";
import type { SearchForm } from "./preview.server.ts";

/** Search by H# or PO#: a plain form, since public pages carry no script. It keeps what was typed. */
export function PreviewSearch({ form, action }: { form: SearchForm; action: string }) {
  const { t } = useText(["preview", "shell"]);
  const { typeError, numberError } = form;
  return (
    <form
      method="get"
      action={action}
      noValidate
      aria-label={t("search.title")}
      className="flex flex-col gap-4"
    >
      <fieldset aria-describedby={typeError ? "type-error" : undefined}>
        <legend className="mb-1 font-medium">{t("search.type")}</legend>
        <div className="flex flex-wrap gap-x-6 gap-y-1">
          {previewSearchTypes.map((type, index) => (
            <label key={type} className="flex min-h-8 items-center gap-2">
              <input
                type="radio"
                name="searchType"
                value={type}
                defaultChecked={form.searchType === type}
                // biome-ignore lint/a11y/noAutofocus: after a fault the reader is led to it
                autoFocus={typeError !== null && index === 0}
                className="size-4"
              />
              <span className="font-medium">{t(`search.types.${type}`)}</span>
              <span className="text-quiet">{t(`search.typeHints.${type}`)}</span>
            </label>
          ))}
        </div>
        {typeError ? <Fault id="type-error" text={typeError} /> : null}
      </fieldset>
      <div>
        <label htmlFor="number" className="mb-1 block font-medium">
          {t("search.number")}
        </label>
        <div className="flex gap-2">
          <Input
            id="number"
            name="number"
            type="search"
            defaultValue={form.number}
            maxLength={50}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            aria-invalid={numberError ? true : undefined}
            aria-describedby={numberError ? "number-error" : undefined}
            autoFocus={numberError !== null && typeError === null}
          />
          <Button kind="primary" className="shrink-0">
            {t("search.submit")}
          </Button>
        </div>
        {numberError ? <Fault id="number-error" text={numberError} /> : null}
      </div>
    </form>
  );
}

function Fault({ id, text }: { id: string; text: string }) {
  return (
    <p id={id} role="alert" className="mt-1 text-danger">
      {text}
    </p>
  );
}
