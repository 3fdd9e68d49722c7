import { data, href, redirect } from "react-router";
import type { z } from "zod";
import { operatorPages } from "#app/access/embedded-pages.server.ts";
import type { NavLabel } from "#app/access/navigation.ts";
import type { Visit } from "#app/access/visit.server.ts";
import type { WriteFault, WriteResult } from "#app/access/write-fault.server.ts";
import { asAnswer, asValue, saveChange } from "#app/components/begun-form.server.ts";
import type { BegunConflict } from "#app/components/begun-form.tsx";
import { standingOf } from "#app/components/form-reply.server.ts";
import { env } from "#app/config/env.server.ts";
import type { MenuName } from "#app/contract/access.ts";
import { brandDetail, brandPageRemove, brandPageSave, brandSave } from "#app/contract/brand.ts";
import { CODE_CONFLICT } from "#app/contract/code.ts";
import { PRODUCT_NAME_LENGTH } from "#app/contract/product-look.ts";
import { addressId } from "#app/contract/wire.ts";
import { contrast, readableOn, textOn } from "#app/lib/contrast.ts";
import { withQuery } from "#app/lib/with-query.ts";

/** Menus that have a tab, below which a page can stand. */
const menuLabels: Partial<Record<MenuName, NavLabel>> = {
  DASHBOARD: "dashboard",
  QUOTES: "quotes",
  BOOKING: "booking",
  SHIPMENTS: "shipments",
  ANALYTICS: "analytics",
  BILLING: "billing",
  LASTMILE: "lastMile",
  DOCUMENT: "document",
  TRACKING: "tracking",
  APPLETRACKING: "appleTracking",
  YTDTRACKING: "ytdTracking",
  ACCOUNT: "account",
};
const LIGHT_GROUND = "#f6f7f9";
const DARK_GROUND = "#191c20";
const lookHref = (id: string) => href("/freightForwarder/customer/:id/look", { id });

type Detail = z.output<typeof brandDetail.response>;
export type Typed = Record<string, string>;

/** Throws as `visit.read`. */
export async function readLook(visit: Visit, companyId: string): Promise<Detail> {
  if (!addressId.safeParse(companyId).success) throw redirect(href("/404"));
  return visit.read(brandDetail, { companyId });
}

/** The look of a customer, with the form of the page that the address names. */
export async function loadLook(visit: Visit, companyId: string, search: URLSearchParams) {
  const look = await readLook(visit, companyId);
  const { t } = visit;
  const base = lookHref(companyId);
  const wanted = search.get("page");
  const lookPage = look.pages.find(({ id }) => id === wanted);
  return {
    title: lookPage
      ? t("brand:titlePage", { page: lookPage.title[visit.language], company: look.companyName })
      : t(wanted === "new" ? "brand:titleNewPage" : "brand:title", { company: look.companyName }),
    version: look.version,
    fields: lookFields(look),
    sample: sampleOf(look.color || env.BRAND_COLOR, visit),
    domains:
      look.senderDomains.length > 0
        ? t("brand:domains", { domains: look.senderDomains.join(", ") })
        : t("brand:domainsNone"),
    logos: [["light", look.logo] as const, ["dark", look.darkLogo] as const].map(([scheme, drawing]) => ({
      scheme,
      picture: drawing && withQuery(href("/logo.webp"), { of: drawing }),
      href: withQuery(href("/freightForwarder/logo"), { company: companyId, scheme }),
    })),
    pages: look.pages.map((page) => ({
      id: page.id,
      cells: [
        page.title[visit.language],
        href("/external/:page", { page: page.path }),
        menuText(visit, page.menu),
        page.address,
      ] as [string, string, string, string],
      href: withQuery(base, { page: page.id }),
    })),
    addHref: withQuery(base, { page: "new" }),
    base,
    menus: Object.keys(menuLabels).map((menu): [string, string] => [menu, menuText(visit, menu)]),
    page: lookPage
      ? { id: lookPage.id as string | null, fields: pageFields(lookPage, look.pages.indexOf(lookPage) + 1) }
      : wanted === "new"
        ? { id: null, fields: { place: String(look.pages.length + 1), menu: "DASHBOARD" } as Typed }
        : null,
    record: look.log.map((entry, index) => ({
      key: `${look.log.length - index}`,
      text: visit.dated(
        entry.at,
        (time) => `${time} · ${entry.actor} ${actionText(visit, entry.action)}`,
        "full",
      ),
      changes: entry.changes.map((change) => changeText(visit, change)),
    })),
  };
}
export type LookView = Awaited<ReturnType<typeof loadLook>>;

const lookFields = ({ nameEn, nameZh, color, senderName, senderAddress, host }: Detail): Typed => ({
  nameEn,
  nameZh,
  color,
  senderName,
  senderAddress,
  host,
});

const pageFields = (page: Detail["pages"][number], place: number): Typed => ({
  path: page.path,
  titleEn: page.title.en,
  titleZh: page.title.zh,
  menu: page.menu,
  address: page.address,
  place: String(place),
});

function menuText({ t }: Visit, menu: string): string {
  const label = menuLabels[menu as MenuName];
  return label ? t(`nav.${label}`) : menu;
}

/** What is read on the colour and in it, in both schemes of the portal. */
function sampleOf(color: string, { t }: Visit) {
  const [on, ink] = [textOn(color), readableOn(color, LIGHT_GROUND)];
  const dark = readableOn(color, DARK_GROUND);
  const ratio = (one: string, other: string) => contrast(one, other).toFixed(1);
  return {
    color,
    on,
    texts: [
      t(on === "#ffffff" ? "brand:contrast.white" : "brand:contrast.black", { on: ratio(on, color) }),
      ink === color.toLowerCase()
        ? t("brand:contrast.same", { link: ratio(ink, LIGHT_GROUND) })
        : t("brand:contrast.darker", { ink }),
      t("brand:contrast.dark", { dark: ratio(dark, DARK_GROUND) }),
    ],
  };
}

const actions = [
  "look",
  "logo.light",
  "logo.dark",
  "logoRemoved.light",
  "logoRemoved.dark",
  "page",
  "pageAdded",
  "pageRemoved",
];
function actionText({ t }: Visit, action: string): string {
  return t(`brand:action.${actions.includes(action) ? action : "other"}` as "brand:action.other");
}

const fields = [
  "nameEn",
  "nameZh",
  "color",
  "senderName",
  "senderAddress",
  "host",
  "path",
  "titleEn",
  "titleZh",
  "menu",
  "address",
  "place",
];
function changeText(visit: Visit, { path, before, after }: Detail["log"][number]["changes"][number]): string {
  const { t } = visit;
  const valueText = (value: string | null) =>
    value === null ? t("brand:nothing") : path === "menu" ? menuText(visit, value) : value;
  const field = fields.includes(path) ? t(`brand:field.${path}` as "brand:field.host") : path;
  return t("brand:change", { field, before: valueText(before), after: valueText(after) });
}

export interface LookReply {
  intent: string;
  /** What was typed. */
  typed: Typed;
  /** By field. */
  faults: Typed;
  /** Above the form. */
  fault: string | null;
  requestId: string | null;
  conflict?: BegunConflict;
}

/** What the form with this button changes, as it is stored. */
function changedBy(look: Detail, intent: string, id: string): Typed {
  if (intent === "look") return lookFields(look);
  const page = intent === "page" ? look.pages.find((each) => each.id === id) : undefined;
  return page ? pageFields(page, look.pages.indexOf(page) + 1) : {};
}

/** Saves the look, or saves or removes a page, by the pressed button. What was not touched stays as it is. */
export async function saveLook(visit: Visit, companyId: string, form: FormData) {
  const look = await readLook(visit, companyId);
  const intent = String(form.get("intent") ?? "");
  const key = `${form.get("requestId")}:${intent}`;
  const saved = await saveChange({
    visit,
    form,
    stored: changedBy(look, intent, String(form.get("id"))),
    version: look.version,
    read(merged) {
      const order = orderOf(companyId, typedIn(merged), visit.t);
      return "faults" in order ? asAnswer(wrong(visit, merged, order.faults)) : asValue(order);
    },
    write: (order, version) => order.write(visit, version, key),
    field: (name) => ({
      label: visit.t(`brand:field.${name}` as "brand:field.host"),
      shown: (text) => (name === "menu" ? menuText(visit, text) : text),
    }),
    refused,
    clash: (merged, conflict) => again(merged, { conflict }, CODE_CONFLICT),
  });
  if ("answer" in saved) return saved.answer;
  visit.session.flash({ kind: "success", key: flashOf(intent) });
  return redirect(lookHref(companyId));
}

const typedIn = (form: FormData): Typed =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value.slice(0, 10_000)]] : [])),
  );

function again(form: FormData, reply: Partial<LookReply>, status: number) {
  const typed = typedIn(form);
  const { intent = "" } = typed;
  return data<LookReply>({ intent, typed, faults: {}, fault: null, requestId: null, ...reply }, { status });
}

/** A field that was not sent has nothing to show a fault at. */
function wrong({ t }: Visit, form: FormData, faults: Typed) {
  const isOfField = Object.keys(faults).some((name) => fields.includes(name) && form.has(name));
  return again(form, { faults, fault: isOfField ? null : t("brand:fault.form") }, 400);
}

function refused(form: FormData, fault: WriteFault) {
  const faults = Object.fromEntries(
    fault.fields.map(({ path, message }) => [fieldOf(path.split(".")), message]),
  );
  const { status, requestId } = standingOf(fault, String(form.get("requestId")));
  const isOfField = Object.keys(faults).some((name) => fields.includes(name));
  return again(form, { faults, fault: isOfField ? null : fault.message, requestId }, status);
}

const flashOf = (intent: string) =>
  intent === "look" ? "brand:saved" : intent === "page" ? "brand:pageSaved" : "brand:pageRemoved";

interface Order {
  write(visit: Visit, version: number, key: string): Promise<WriteResult<null>>;
}

/** What the form orders, of a version that is known when it is written. */
function orderOf(companyId: string, typed: Typed, t: Visit["t"]): Order | { faults: Typed } {
  const change = { companyId, version: 0 };
  const at = (name: string) => (typed[name] ?? "").trim();
  if (typed.intent === "remove") {
    const read = brandPageRemove.request.safeParse({ ...change, id: typed.id });
    if (!read.success) return { faults: faultsOf(read.error, t) };
    return {
      write: (visit, version, key) => visit.write(brandPageRemove, { ...read.data, version }, { key }),
    };
  }
  if (typed.intent === "page") {
    const read = brandPageSave.request.safeParse({
      ...change,
      id: typed.id || null,
      page: {
        path: at("path"),
        title: { en: at("titleEn"), zh: at("titleZh") },
        menu: at("menu"),
        address: at("address"),
      },
      place: /^\d{1,2}$/.test(at("place")) ? Number(at("place")) : 0,
    });
    if (!read.success) return { faults: faultsOf(read.error, t) };
    if (operatorPages.some(({ path }) => path === read.data.page.path))
      return { faults: { path: t("brand:fault.pathOfOperator") } };
    return {
      write: (visit, version, key) => visit.write(brandPageSave, { ...read.data, version }, { key }),
    };
  }
  if (typed.intent !== "look") return { faults: { form: "" } };
  // A field that is not there is no empty one.
  const names = ["nameEn", "nameZh", "color", "senderName", "senderAddress", "host"];
  const read = brandSave.request.safeParse({
    ...change,
    ...Object.fromEntries(names.map((name) => [name, typed[name]?.trim()])),
  });
  if (!read.success) return { faults: faultsOf(read.error, t) };
  return { write: (visit, version, key) => visit.write(brandSave, { ...read.data, version }, { key }) };
}

const examples: Record<string, string> = {
  color: "#0b5cad",
  host: "freight.example.com",
  path: "rates",
  address: "https",
};

/** The field of the form that a path of the contract stands for. */
function fieldOf(path: readonly PropertyKey[]): string {
  const name = String(path.at(-1) ?? "");
  return path.includes("title") ? (name === "zh" ? "titleZh" : "titleEn") : name;
}

function faultsOf(error: z.ZodError, t: Visit["t"]): Typed {
  return Object.fromEntries(
    error.issues.map(({ path }) => {
      const name = fieldOf(path);
      const known = fields.includes(name) ? name : "form";
      const values = { most: PRODUCT_NAME_LENGTH, example: examples[known] ?? "" };
      return [name, t(`brand:fault.${known}` as "brand:fault.host", values)];
    }),
  );
}
