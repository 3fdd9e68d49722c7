/** Number of the demonstration's shipments that are copied. */
export const SOURCES = 2_000;
/** Each copy has ids of its own. */
const STEP = "10000000";

/** How the rows of a table are copied, for `company-keys.ts`. */
export interface CopiedTable {
  /** What differs from copy to copy, of the row `r` and the number of the copy `i`. */
  set: Record<string, string>;
  /** The shipment's number within the demonstration, of which the company follows. */
  source: string;
  /** Key to shipment or event. */
  to?: Record<string, string>;
}

const OF_SHIPMENT: CopiedTable = {
  set: { shipment_id: `r.shipment_id + i * ${STEP}` },
  source: "(select leader from source where id = r.shipment_id)",
  to: { shipment_id: "shipment(id)" },
};
const eventId = "r.event_id || '-' || i";
const ofEvent = "(select leader from event_source where event_id = r.event_id)";

export const COPIED_TABLES: Record<string, CopiedTable> = {
  shipment: {
    set: { id: `r.id + i * ${STEP}`, house_number: "r.house_number || '-' || i" },
    source: "(select leader from source where id = r.id)",
  },
  shipment_cargo: OF_SHIPMENT,
  shipment_container: OF_SHIPMENT,
  shipment_order_line: OF_SHIPMENT,
  shipment_document: { ...OF_SHIPMENT, set: { ...OF_SHIPMENT.set, id: `r.id + i * ${STEP}` } },
  shipment_reference: { ...OF_SHIPMENT, set: { ...OF_SHIPMENT.set, value_key: "r.value_key || i" } },
  milestone_days: OF_SHIPMENT,
  event_digest: OF_SHIPMENT,
  event: { set: { event_id: eventId }, source: ofEvent },
  event_reference: {
    set: { event_id: eventId, value_key: "r.value_key || i" },
    source: ofEvent,
    to: { event_id: "event(event_id)" },
  },
  event_shipment: {
    ...OF_SHIPMENT,
    set: { ...OF_SHIPMENT.set, event_id: eventId },
    to: { shipment_id: "shipment(id)", event_id: "event(event_id)" },
  },
  message: {
    set: { id: `r.id + i * ${STEP}`, channel_id: `r.channel_id + i * ${STEP}` },
    source: `r.channel_id % ${SOURCES}`,
  },
  notice: { set: { id: `r.id + i * ${STEP}`, news_key: "r.news_key || i" }, source: `r.id % ${SOURCES}` },
  operation_log: { set: { subject_id: `r.subject_id + i * ${STEP}` }, source: `r.subject_id % ${SOURCES}` },
};

const SHIPMENT_PAGE = [
  "select * from TABLE.shipment t where id = $1",
  "select * from TABLE.shipment_cargo t where shipment_id = $1",
  "select * from TABLE.shipment_container t where shipment_id = $1 order by line",
  "select * from TABLE.shipment_order_line t where shipment_id = $1 order by line",
  "select * from TABLE.shipment_document t where shipment_id = $1 order by id",
  "select e.* from TABLE.event_shipment t join TABLE.event e on JOIN e.event_id = t.event_id where t.shipment_id = $1",
];

/** What a shipment's page reads of the tables in a schema; `$2` is the company where keys begin with it. */
export function pageStatements(schema: string, isByCompany: boolean): string[] {
  return SHIPMENT_PAGE.map((statement) => {
    const text = statement
      .replaceAll("TABLE", schema)
      .replace("JOIN", isByCompany ? "e.company_id = t.company_id and" : "");
    return isByCompany ? text.replace("where", "where t.company_id = $2 and") : text;
  });
}
