import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Form, Link, useNavigate, useSubmit } from "react-router";
import { Button, buttonStyle } from "#app/ui/button.tsx";
import { Input, Select } from "#app/ui/input.tsx";
import type { Choice, ListView } from "./list.server.ts";
import { listHref } from "./list-link.ts";
import type { TypedFilter } from "./schema.ts";

type View = Pick<ListView, "params" | "choices" | "ports" | "isPanelOpen" | "problems">;

const outsidePanel = ["keyword", "status", "sort", "direction", "pageSize", "columns"];
const numbers = ["houseNumber", "masterNumber", "poNumber", "skuNumber", "containerNumber"] as const;

/** Search box and panel of filters: one GET form, whose fields are the address of the list. */
export function ListFilters({ view }: { view: View }) {
  const { t } = useTranslation("shipment-list");
  const { params, problems, isPanelOpen } = view;
  const form = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  const navigate = useNavigate();
  useFieldsOf(params, form);
  const inUse = chipsOf(view);
  const isDateHalf = problems.some((problem) => problem.kind === "date");
  const withPorts = listHref(params, { panel: "filters" });
  const onSubmit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The panel closes over the pressed button; the focus stays on what opens it again.
    if (document.activeElement?.closest("details")) event.currentTarget.querySelector("summary")?.focus();
    const filled = [...new FormData(event.currentTarget)].filter(([, value]) => value !== "");
    submit(filled as [string, string][], { action: "/shipments/index" });
  };
  const onToggle = (event: React.ToggleEvent<HTMLDetailsElement>) => {
    if (event.currentTarget.open && !view.ports)
      navigate(withPorts, { replace: true, preventScrollReset: true });
  };
  const text = (name: string, max = 50) => (
    <Field key={name} name={name} label={t(`panel.${name}` as "panel.shipper")}>
      {(id) => <Input id={id} name={name} defaultValue={params[name]} maxLength={max} />}
    </Field>
  );
  const select = (name: string, choices: Choice[], error?: string) => (
    <Field name={name} label={t(`panel.${name}` as "panel.mode")} error={error}>
      {(id, errorId) => (
        <Select
          id={id}
          name={name}
          defaultValue={params[name]}
          aria-invalid={error ? true : undefined}
          aria-describedby={errorId}
        >
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
  const port = (name: "portOfDeparture" | "portOfArrival") => {
    const error = problems.some(({ field }) => field === name) ? t("problem.port") : undefined;
    return (
      <Field name={name} label={t(`panel.${name}`)} error={error}>
        {(id, errorId) => (
          <>
            <Input
              id={id}
              name={name}
              defaultValue={params[name]}
              list={view.ports ? `${id}-ports` : undefined}
              maxLength={100}
              aria-invalid={error ? true : undefined}
              aria-describedby={errorId}
            />
            {view.ports ? (
              <datalist id={`${id}-ports`}>
                {view.ports[name].map((each) => (
                  <option key={each} value={each} />
                ))}
              </datalist>
            ) : null}
          </>
        )}
      </Field>
    );
  };
  return (
    <Form ref={form} method="get" action="/shipments/index" role="search" onSubmit={onSubmit}>
      {outsidePanel
        .slice(1)
        .map((name) =>
          params[name] ? <input key={name} type="hidden" name={name} value={params[name]} /> : null,
        )}
      <div className="flex flex-wrap gap-2">
        <Input
          type="search"
          name="keyword"
          defaultValue={params.keyword}
          aria-label={t("keyword")}
          placeholder={t("keyword")}
          maxLength={50}
          className="min-w-44 max-w-narrow flex-1"
        />
        <Button kind="primary">{t("search")}</Button>
        <details open={isPanelOpen} onToggle={onToggle} className="filters">
          <summary className={buttonStyle()}>
            {inUse.length > 0 ? t("moreInUse", { count: inUse.length }) : t("more")}
          </summary>
          <div className="panel">
            <Group legend={t("panel.keyNumbers")}>{numbers.map((name) => text(name))}</Group>
            <Group legend={t("panel.carriage")}>
              {select("mode", view.choices.mode)}
              {select("service", view.choices.service)}
              {port("portOfDeparture")}
              {port("portOfArrival")}
              {view.ports ? null : (
                <Link to={withPorts} className="text-link underline">
                  {t("panel.listPorts")}
                </Link>
              )}
            </Group>
            <Group legend={t("panel.dates")}>
              {select("dateType", view.choices.dateType, isDateHalf ? t("problem.date") : undefined)}
              {(["dateFrom", "dateTo"] as const).map((name) => (
                <Field key={name} name={name} label={t(`panel.${name}`)}>
                  {(id) => <Input id={id} type="date" name={name} defaultValue={params[name]} />}
                </Field>
              ))}
              <p className="text-xs text-quiet">{t("panel.dateZone")}</p>
            </Group>
            <Group legend={t("panel.parties")}>
              {text("shipper", 100)}
              {text("consignee", 100)}
              {(["isFollowed", "isOpen", "isArrivingSoon"] as const).map((name) => (
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
        </details>
      </div>
      {inUse.length > 0 ? (
        <ul className="mt-2 flex flex-wrap gap-2" aria-label={t("inUse")}>
          {inUse.map(({ names, value }) => (
            <li key={names[0]}>
              <Link
                to={listHref(params, Object.fromEntries(names.map((name) => [name, null])))}
                className={buttonStyle({ size: "small" })}
              >
                {t(`panel.${names[0]}`)}
                {value ? `: ${value}` : null} <span aria-hidden="true">×</span>{" "}
                <span className="sr-only">{t("remove")}</span>
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </Form>
  );
}

interface Chip {
  names: [PanelField, ...PanelField[]];
  value: string;
}
type PanelField = Exclude<keyof TypedFilter, "keyword" | "status">;

/** What of the panel is in use, each to be taken away by itself; the three fields of a date are one. */
function chipsOf({ params, choices }: View): Chip[] {
  const labelOf = (name: string) => {
    const value = params[name] ?? "";
    const offered = choices[name as keyof typeof choices] as Choice[] | undefined;
    return offered?.find(([code]) => code === value)?.[1] ?? (value === "true" ? "" : value);
  };
  const dates: [PanelField, ...PanelField[]] = ["dateType", "dateFrom", "dateTo"];
  const plain = Object.keys(params).filter(
    (name) => !outsidePanel.includes(name) && !dates.includes(name as PanelField),
  ) as PanelField[];
  const chips = plain.map((name): Chip => ({ names: [name], value: labelOf(name) }));
  if (!dates.some((name) => params[name])) return chips;
  const range = params.dateFrom || params.dateTo ? `${params.dateFrom ?? ""} – ${params.dateTo ?? ""}` : "";
  return [...chips, { names: dates, value: `${labelOf("dateType")} ${range}`.trim() }];
}

function Group({ legend, children }: { legend: string; children: React.ReactNode }) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
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
  children: (id: string, errorId: string | undefined) => React.ReactNode;
}) {
  const id = `filter-${name}`;
  const errorId = error ? `${id}-error` : undefined;
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      {children(id, errorId)}
      {error ? (
        <p id={errorId} className="text-danger">
          {error}
        </p>
      ) : null}
    </div>
  );
}

/** A link may change the address while the form stands: the fields follow it, and the focus stays where it is. */
function useFieldsOf(params: Record<string, string>, form: React.RefObject<HTMLFormElement | null>): void {
  // Only an address that changed: what was typed before the scripts came, or while the ports did, has to stay.
  const address = new URLSearchParams(params).toString();
  const shown = useRef(address);
  useEffect(() => {
    if (shown.current === address) return;
    shown.current = address;
    const values = new URLSearchParams(address);
    for (const field of form.current?.elements ?? []) {
      if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
      const value = values.get(field.name) ?? "";
      if (field.type === "checkbox") (field as HTMLInputElement).checked = value !== "";
      else if (field.type !== "hidden") field.value = value;
    }
  }, [address, form]);
}
