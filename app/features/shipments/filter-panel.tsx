import { Link } from "react-router";
import type { ListParams } from "#app/components/list/address.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button, buttonStyle } from "#app/ui/button.tsx";
import { Input, Select } from "#app/ui/input.tsx";
import type { Choice, ListView } from "./list.server.ts";

const numbers = ["houseNumber", "masterNumber", "poNumber", "skuNumber", "containerNumber"] as const;
type TextName = (typeof numbers)[number] | "shipper" | "consignee";

/** The filters beyond search box and status: fields of the form around it. */
export function FilterPanel({
  params,
  panel,
  problems,
  clockNote,
}: {
  params: ListParams;
  panel: NonNullable<ListView["panel"]>;
  problems: ListView["problems"];
  clockNote: string;
}) {
  const { t } = useText("shipment-list");
  const errorOf = (name: string) => {
    const problem = problems.find(({ field }) => field === name);
    return problem && t(`problem.${problem.kind}`);
  };
  const text = (name: TextName, max = 50) => (
    <Field key={name} name={name} label={t(`panel.${name}`)}>
      {(given) => <Input {...given} defaultValue={params[name]} maxLength={max} />}
    </Field>
  );
  const select = (name: "mode" | "service" | "dateType", choices: Choice[]) => (
    <Field name={name} label={t(`panel.${name}`)} error={errorOf(name)}>
      {(given) => (
        <Select {...given} defaultValue={params[name]}>
          <option value="">{t("panel.any")}</option>
          {choices.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
  const port = (name: "portOfDeparture" | "portOfArrival") => (
    <Field name={name} label={t(`panel.${name}`)} error={errorOf(name)}>
      {(given) => (
        <>
          <Input {...given} defaultValue={params[name]} maxLength={100} list={`${given.id}-ports`} />
          <datalist id={`${given.id}-ports`}>
            {panel.ports[name].map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
  return (
    <div className="panel">
      <Group legend={t("panel.keyNumbers")}>{numbers.map((name) => text(name))}</Group>
      <Group legend={t("panel.carriage")}>
        {select("mode", panel.mode)}
        {select("service", panel.service)}
        {port("portOfDeparture")}
        {port("portOfArrival")}
      </Group>
      <Group legend={t("panel.dates")}>
        {select("dateType", panel.dateType)}
        {(["dateFrom", "dateTo"] as const).map((name) => (
          <Field key={name} name={name} label={t(`panel.${name}`)}>
            {(given) => <Input {...given} type="date" defaultValue={params[name]} />}
          </Field>
        ))}
        <p className="text-xs text-quiet">{clockNote}</p>
      </Group>
      <Group legend={t("panel.parties")}>
        {text("shipper", 100)}
        {text("consignee", 100)}
        {(["isFollowed", "isOpen", "isUnderWay", "isArrivingSoon"] as const).map((name) => (
          <label key={name} className="flex items-center gap-2">
            <input type="checkbox" name={name} value="true" defaultChecked={params[name] === "true"} />
            {t(`panel.${name}`)}
          </label>
        ))}
      </Group>
      <p className="flex flex-wrap gap-2">
        <Button kind="primary">{t("panel.apply")}</Button>
        <Link to="/shipments/index" className={buttonStyle()}>
          {t("panel.clear")}
        </Link>
      </p>
    </div>
  );
}

function Group({ legend, children }: { legend: string; children: React.ReactNode }) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}

interface FieldAttributes {
  id: string;
  name: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

function Field({
  name,
  label,
  error,
  children,
}: {
  name: string;
  label: string;
  error?: string;
  children: (given: FieldAttributes) => React.ReactNode;
}) {
  const id = `filter-${name}`;
  const errorId = error && `${id}-error`;
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      {children({ id, name, "aria-invalid": error ? true : undefined, "aria-describedby": errorId })}
      {error ? (
        <p id={errorId} className="text-danger">
          {error}
        </p>
      ) : null}
    </div>
  );
}
