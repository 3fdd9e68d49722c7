import { randomUUID } from "node:crypto";

/** What the check has read so far, by the name of the call, and who signed in. */
export interface Known {
  answers: ReadonlyMap<string, unknown>;
  password: string;
}

type Input = Record<string, unknown>;
/** Null when there is no record to call it with. */
type InputOf = (known: Known) => Input | null;

const fields = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
const text = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : typeof value === "number" ? String(value) : null;

/** The first row of an answer that is a list, or that has one under `key`. */
function firstOf({ answers }: Known, call: string, key: string): Record<string, unknown> {
  const answer = answers.get(call);
  const rows = Array.isArray(answer) ? answer : fields(answer)[key];
  return fields(Array.isArray(rows) ? rows[0] : null);
}

/** Input with one id, which the first row of the list `call` has as `id`. */
const about =
  (call: string, name = "id", more: Input = {}, { key = "rows", id = "id" } = {}): InputOf =>
  (known) => {
    const value = text(firstOf(known, call, key)[id]);
    return value === null ? null : { [name]: value, ...more };
  };

/** Input with the id of a record, and that of the first part that its detail has under `key`. */
const partOf =
  (list: string, detail: string, key: string, name: string): InputOf =>
  (known) => {
    const id = text(firstOf(known, list, "rows").id);
    const part = text(firstOf(known, detail, key).id);
    return id === null || part === null ? null : { id, [name]: part };
  };

/** The number of a shipment that the lists show, or one that no shipment has. */
const houseNumber = (known: Known) => text(firstOf(known, "shipment.list", "rows").houseNumber) ?? "X-0000";

function channelOf({ answers }: Known): string | null {
  const detail = fields(answers.get("message.sessionDetail"));
  const groups = ["shipment", "billing", "booking", "quote"].map((name) => fields(detail[name]).channelId);
  const channels = answers.get("teams.channels");
  const first = Array.isArray(channels) ? fields(channels[0]).channelId : null;
  return text(groups.find((id) => id)) ?? text(first);
}

export const channelInput =
  (more: Input): InputOf =>
  (known) => {
    const channelId = channelOf(known);
    return channelId === null ? null : { channelId, ...more };
  };

const month = () => new Date().toISOString().slice(0, 7);
const period = () => ({ monthFrom: month(), monthTo: month() });
const report = () => ({ ...period(), report: "volume", groupBy: "month" });
const statement: InputOf = (known) => {
  const currency = text(firstOf(known, "invoice.ageing", "currencies").currency);
  return currency === null ? null : { from: `${month()}-01`, to: `${month()}-01`, currency };
};
const shipment = about("shipment.list");
const ofShipment = about("shipment.list", "shipmentId");
const ofCustomer = about("customer.list", "companyId");
/** What only a link, a device or another company's server has: the call is made without it, to see that it is there. */
const ofNobody: InputOf = () => null;

/**
 * Inputs of the reads that take any, in an order in which one answer gives the input of the next. A read that is not
 * here is made without input.
 */
export const inputs: Readonly<Record<string, InputOf>> = {
  "portalUser.validatePassword": ({ password }) => ({ password }),
  "shipment.detail": shipment,
  "shipment.document": partOf("shipment.list", "shipment.detail", "documents", "documentId"),
  "shipment.etaHistory": shipment,
  "shipment.route": shipment,
  "shipment.emissions": shipment,
  "shipment.freeTime": shipment,
  "shipment.desk": shipment,
  "shipment.mergeLook": ofNobody,
  "shipment.export": (known) => ({ houseNumber: houseNumber(known) }),
  "preview.search": (known) => ({ searchType: "H", number: houseNumber(known) }),
  "cutOff.list": ofShipment,
  "document.needs": ofShipment,
  "document.crossCheck": ofShipment,
  "document.detail": about("document.list"),
  "document.file": about("document.list"),
  "document.preview": about("document.list"),
  "document.zip": (known) => {
    const id = text(firstOf(known, "document.list", "rows").id);
    return id === null ? null : { ids: [id] };
  },
  "share.start": (known) => {
    const id = text(firstOf(known, "shipment.list", "rows").id);
    return id === null ? null : { ids: [id] };
  },
  "teams.getTeams": (known) => {
    const b = text(firstOf(known, "shipment.list", "rows").id);
    return b === null ? null : { a: 1, b };
  },
  "tracking.detail": about("tracking.list"),
  "tracking.numbers": (known) => ({ numbers: [houseNumber(known)] }),
  "tracking.totals": () => ({ year: new Date().getUTCFullYear() }),
  "quote.detail": about("quote.list"),
  "quote.version": about("quote.list"),
  "quote.deskDetail": about("quote.list"),
  "quote.ofForm": () => ({ formKey: randomUUID() }),
  "rate.offer": about("quote.list", "quoteId"),
  "booking.detail": about("booking.list"),
  "booking.carrier": about("booking.list"),
  "booking.attachmentDownload": partOf("booking.list", "booking.detail", "attachments", "attachmentId"),
  "booking.templateDetail": about("booking.templateList"),
  "booking.ofForm": () => ({ kind: "draft", formKey: randomUUID() }),
  "booking.start": () => ({ from: "lane", origin: "-", destination: "-" }),
  "shipment.start": about("booking.list", "bookingId"),
  "address.detail": about("address.list"),
  "address.regions": () => ({ countryCode: "CN" }),
  "address.export": () => ({ format: "csv" }),
  "place.search": () => ({ text: "sh", limit: 1 }),
  "invoice.detail": about("invoice.list"),
  "invoice.file": about("invoice.list"),
  "invoice.comparison": about("invoice.list"),
  "invoice.desk": about("invoice.list"),
  "invoice.proposal": ofShipment,
  "invoice.terms": ofCustomer,
  "invoice.statement": statement,
  "invoice.statementFile": statement,
  "lastMile.detail": about("lastMile.list"),
  "lastMile.proof": partOf("lastMile.list", "lastMile.detail", "proofs", "proofId"),
  "analytics.report": report,
  "analytics.file": () => ({ ...report(), format: "csv" }),
  "analytics.shipments": period,
  "emission.sources": period,
  "emission.export": () => ({ ...period(), format: "csv" }),
  "reportRun.file": about("reportRun.list"),
  "exportJob.file": about("exportJob.list", "id", {}, { key: "jobs" }),
  "message.sessionDetail": about("message.chatList"),
  "teams.channels": about("message.chatList"),
  "message.list": channelInput({ limit: 1 }),
  "message.fuzzyQueryMsg": () => ({ keyword: "a" }),
  "portalUser.picture": ofNobody,
  "webhook.detail": about("webhook.list"),
  "notification.detail": about("notification.list"),
  "customer.detail": about("customer.list"),
  "brand.detail": ofCustomer,
  "customer.members": ofCustomer,
  "customer.places": ofCustomer,
  "customer.roles": ofCustomer,
  "customer.member": about("customer.members", "userId", {}, { id: "userId" }),
  "customer.role": about("customer.roles", "id", {}, { key: "roles" }),
  "desk.seeAsWhom": about("customer.members", "userId", {}, { id: "userId" }),
  "desk.talk": about("message.chatList", "teamId"),
  "desk.answerFile": about("desk.answers", "id", {}, { key: "answers" }),
  "desk.look": ofNobody,
  "deskImport.example": () => ({ kind: "SHIPMENT", format: "csv" }),
  "forwarderSystem.importDetail": about("forwarderSystem.importList"),
  "forwarderSystem.importFile": about("forwarderSystem.importList"),
  // Refused where the account, or its company, has not what they are about.
  "auth.companyStart": ofNobody,
  "auth.passkeyOptions": ofNobody,
  "portalUser.passkeyAddOptions": ofNobody,
  "portalUser.passkeyProveOptions": ofNobody,
  "portalUser.companyProveStart": ofNobody,
  "portalUser.ownData": ofNobody,
  "company.signInCheck": ofNobody,
  "company.domainCheck": ofNobody,
  "auth.companySignOut": ofNobody,
};
