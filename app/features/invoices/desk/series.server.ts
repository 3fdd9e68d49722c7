import { href, redirect } from "react-router";
import type { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import { type LogView, logView } from "#app/components/operation-log.server.ts";
import {
  type InvoiceKind,
  invoiceKinds,
  SERIES_PREFIX,
  SERIES_WIDTH_MAX,
  SERIES_WIDTH_MIN,
} from "#app/contract/invoice-code.ts";
import { invoiceSeries, invoiceSeriesSet } from "#app/contract/invoice-series.ts";
import type { Sheet } from "../detail.server.ts";
import { field } from "./detail.server.ts";
import { saveDeskForm } from "./form.server.ts";
import type { DeskFormView } from "./form.ts";
import { handleIssuer, ISSUER_FORM, issuerField, loadIssuer } from "./issuer.server.ts";

export interface SeriesView {
  sheet: Sheet & { caption: string };
  forms: DeskFormView[];
  version: string;
  issuer: { form: DeskFormView; version: string };
  log: LogView;
}

type Series = z.output<typeof invoiceSeries.response>["series"][number];

const columns = ["series", "prefix", "width", "next"] as const;

/** The series of numbers of each year, and those that can still be set. */
export async function loadSeries(visit: Visit): Promise<SeriesView> {
  const { t } = visit;
  const [{ series, version, log }, issuer] = await Promise.all([
    visit.read(invoiceSeries, {}),
    loadIssuer(visit),
  ]);
  return {
    sheet: {
      caption: t("invoice-desk:series.caption"),
      heads: columns.map((column) => t(`invoice-desk:series.column.${column}`)),
      rows: series.map((each) => ({
        key: `${each.kind}-${each.year}`,
        cells: [nameOf(visit, each), each.prefix, String(each.width), each.nextNumber],
      })),
    },
    forms: series.filter(({ isOpen }) => isOpen).map((each) => formOf(visit, each)),
    version,
    issuer: { form: issuer.form, version: issuer.version },
    log: logView(byTime([...log, ...issuer.log]), {
      t,
      zone: visit.zone,
      fieldOf: (path) => {
        const ofIssuer = issuerField(visit, path);
        if (ofIssuer) return { label: ofIssuer, value: (text) => text };
        const [kind, year, name] = path.split(".");
        const label = t(name === "width" ? "invoice-desk:series.width" : "invoice-desk:series.prefix");
        const series = { kind: kindOf(kind) ?? "INVOICE", year: Number(year) };
        return { label: `${nameOf(visit, series)}, ${label}`, value: (text) => text };
      },
    }),
  };
}

const kindOf = (text: string | undefined): InvoiceKind | undefined =>
  invoiceKinds.find((kind) => kind === text);

const nameOf = ({ t }: Visit, { kind, year }: Pick<Series, "kind" | "year">) =>
  t(`invoice-desk:series.of.${kind}`, { year });

function formOf(visit: Visit, series: Pick<Series, "kind" | "year" | "prefix" | "width">): DeskFormView {
  const { t } = visit;
  return {
    id: `series-${series.kind}-${series.year}`,
    isChange: true,
    title: t("invoice-desk:series.set", { series: nameOf(visit, series) }),
    intro: t("invoice-desk:series.intro"),
    fields: [
      field({
        name: "prefix",
        label: t("invoice-desk:series.prefix"),
        value: series.prefix,
        hint: t("invoice-desk:series.prefixHint"),
        max: 20,
      }),
      field({
        name: "width",
        label: t("invoice-desk:series.width"),
        type: "decimal",
        value: String(series.width),
        max: 2,
      }),
    ],
    submit: t("invoice-desk:series.submit"),
  };
}

const byTime = <Entry extends { at: string }>(entries: Entry[]): Entry[] =>
  entries.sort((a, b) => a.at.localeCompare(b.at));

/** Saves the issuer, or sets the series whose button was pressed. */
export async function handleSeries(visit: Visit, form: FormData) {
  const { t } = visit;
  const key = String(form.get("requestId"));
  const intent = String(form.get("intent"));
  if (intent === ISSUER_FORM) return handleIssuer(visit, form);
  const [verb, name, year] = intent.split("-");
  const kind = kindOf(name);
  const page = href("/freightForwarder/invoiceSeries");
  if (verb !== "series" || !kind || !/^\d{4}$/.test(year ?? "")) throw redirect(page);
  const { series, version: stored } = await visit.read(invoiceSeries, {});
  const row = series.find((each) => each.kind === kind && each.year === Number(year));
  const range = { min: SERIES_WIDTH_MIN, max: SERIES_WIDTH_MAX };
  const none = { kind, year: Number(year), prefix: "", width: range.min };
  const saved = await saveDeskForm(visit, form, formOf(visit, row ?? none), {
    version: stored,
    read(typed, faults) {
      const prefix = (typed.prefix ?? "").toUpperCase();
      const width = /^\d{1,2}$/.test(typed.width ?? "") ? Number(typed.width) : 0;
      if (!SERIES_PREFIX.test(prefix)) faults.prefix = t("invoice-desk:series.faultPrefix");
      if (width < range.min || width > range.max) faults.width = t("invoice-desk:series.faultWidth", range);
      return { prefix, width };
    },
    write: (value, version) =>
      visit.write(invoiceSeriesSet, { kind, year: Number(year), ...value, version }, { key }),
  });
  if ("answer" in saved) return saved.answer;
  visit.session.flash({ kind: "success", key: "invoice-desk:seriesSet" });
  return redirect(page);
}
