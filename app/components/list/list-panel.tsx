import { Form } from "react-router";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { ButtonLink } from "../button-link.tsx";
import type { ListParams } from "./address.ts";
import { ColumnChoice } from "./column-choice.tsx";

/** Rows of the list to tick, for a page that goes on with them. */
export interface TickPanelView {
  /** That page. It reads `id`, and `choose`: `done`, or `1` to choose from all pages. */
  action: string;
  params: ListParams;
  rows: { id: string; label: string }[];
  close: string;
  words: { list: string; done: string; more: string };
}

/** The open panel beside a list: rows to tick, else its columns. One part, since each costs the list a place in its script. */
export default function ListPanel({
  ticks,
  ...columns
}: React.ComponentProps<typeof ColumnChoice> & { ticks: TickPanelView | null }) {
  return ticks ? <TickPanel {...ticks} /> : <ColumnChoice {...columns} />;
}

/** Ticks rows of the list, whose form leads on with them. */
function TickPanel({ action, params, rows, close, words }: TickPanelView) {
  const { t } = useText();
  return (
    <div className="panel">
      <Form method="get" action={action}>
        {Object.entries(params).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <fieldset className="wide">
          <legend>{words.list}</legend>
          {rows.map(({ id, label }) => (
            <Checkbox key={id} size="small" name="id" value={id}>
              {label}
            </Checkbox>
          ))}
        </fieldset>
        <p className="flex flex-wrap gap-2">
          <Button kind="primary" name="choose" value="done">
            {words.done}
          </Button>
          <Button name="choose" value="1">
            {words.more}
          </Button>
          <ButtonLink to={close} preventScrollReset>
            {t("flash.dismiss")}
          </ButtonLink>
        </p>
      </Form>
    </div>
  );
}
