import { Form, href } from "react-router";
import { Section } from "#app/components/page/section.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Input } from "#app/ui/input.tsx";
import { SheetTable } from "../sheet-table.tsx";
import type { ChooseView } from "./draft-view.server.ts";

const NO_AMOUNTS = 9;
const heads = ["choose.freight", "column.company", "choose.booking", "choose.quote", "choose.made"] as const;

/** Which freight an invoice is for. */
export function ChooseFreight({ view }: { view: ChooseView }) {
  const { t } = useText("invoice-desk");
  return (
    <>
      <Form
        method="get"
        action={href("/freightForwarder/invoiceAdd")}
        role="search"
        className="flex flex-wrap items-end gap-2"
      >
        <Field label={t("choose.number")} className="max-sm:w-full">
          <Input key={view.keyword} type="search" name="number" defaultValue={view.keyword} maxLength={100} />
        </Field>
        <Button>{t("choose.submit")}</Button>
      </Form>
      <Section title={t(view.keyword ? "choose.found" : "choose.unbilled")} layout="text">
        {view.rows.length === 0 ? (
          <p>{t(view.keyword ? "choose.noneFound" : "choose.none")}</p>
        ) : (
          <SheetTable
            caption={t("choose.caption")}
            heads={heads.map((name) => t(name))}
            rows={view.rows}
            amounts={NO_AMOUNTS}
          />
        )}
      </Section>
    </>
  );
}
