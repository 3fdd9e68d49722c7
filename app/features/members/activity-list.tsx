import { href } from "react-router";
import { Link } from "#app/components/link.tsx";
import { ListPage } from "#app/components/list/list-page.tsx";
import { cellOf } from "#app/components/list/list-rows.tsx";
import { ListSearch } from "#app/components/list/list-search.tsx";
import { timed } from "#app/components/moment.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Input, Select } from "#app/ui/input.tsx";
import type { ActivityView } from "./activity.server.ts";

/** Column of the table in which a quote or booking is linked. */
const DETAIL = "detail";

export function ActivityList({ title, view }: { title: string; view: ActivityView }) {
  const { t } = useText("activity-page");
  return (
    <ListPage
      title={title}
      back={{ href: href("/account/members"), text: t("back") }}
      tools={null}
      view={view}
      texts="activity-page"
      search={<Filter {...view} />}
      none={{ text: t("empty.noneText") }}
    >
      <Rows {...view} />
    </ListPage>
  );
}

function Filter({ base, params, people }: Pick<ActivityView, "base" | "params" | "people">) {
  const { t } = useText("activity-page");
  const { person, from, to } = params;
  return (
    <ListSearch base={base} params={params} fields={["person", "from", "to"]}>
      <label className="min-w-52 max-w-narrow flex-1">
        {t("person")}
        <Select key={person} name="person" defaultValue={person}>
          <option value="">{t("anyone")}</option>
          {people.map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </label>
      <label>
        {`${t("from")} `}
        <Input key={from} type="date" name="from" defaultValue={from} />
      </label>
      <label>
        {`${t("to")} `}
        <Input key={to} type="date" name="to" defaultValue={to} />
      </label>
      <Button kind="primary">{t("show")}</Button>
    </ListSearch>
  );
}

function Rows({ rows, columns }: Pick<ActivityView, "rows" | "columns">) {
  return rows.map(({ id, time, cells, subject }) => (
    <tr key={id}>
      <th scope="row">{timed(time)}</th>
      {columns.slice(1).map(({ key, label }, index) => (
        <td key={key} data-label={label}>
          {cellOf(cells[index])}
          {key === DETAIL && subject?.href ? (
            <Link to={subject.href} className="text-link underline">
              {subject.text}
            </Link>
          ) : null}
        </td>
      ))}
    </tr>
  ));
}
