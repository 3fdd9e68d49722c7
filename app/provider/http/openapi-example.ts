/** Examples of the OpenAPI document, made from the schemas, with values as the trade has them. */

interface Schema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  examples?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  prefixItems?: Schema[];
  minItems?: number;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  format?: string;
  pattern?: string;
}

/** What fields of these names hold; the first whose pattern is found and that the schema allows. */
const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/^is[A-Z]|^faulty$/, "true"],
  [/color/i, "#1f6feb"],
  [/imo$/i, "9811000"],
  [/houseNumber|^houseNo$|reference$|^number$/i, "FLHKG2611001"],
  [/^cursor$/, ""],
  [/^nextCursor$/, "c2hpcG1lbnRzOkZMSEtHMjYxMTAwMQ"],
  [/masterNumber|billOfLading/i, "MAEU262048817"],
  [/containerN/i, "MSKU9070323"],
  [/quoteNumber/i, "Q-20261126-0001"],
  [/bookingNumber/i, "B-20261126-0001"],
  [/poNumber|^po$/i, "PO-48812"],
  [/sku/i, "TABLE-OAK-120"],
  [/carrierCode|scac|^carrier$/i, "MAEU"],
  [/vesselName|^vessel$/i, "Ever Given"],
  [/voyage/i, "048W"],
  [/port.*(departure|loading)|^from|origin/i, "CNSHA"],
  [/port|place|destination|^to|locode|^code$/i, "DEHAM"],
  [/country/i, "DE"],
  [/currency/i, "USD"],
  [/mail|recipient/i, "ann@example.com"],
  [/phone/i, "+49 40 123456"],
  [/url|link|issuer/i, "https://portal.example.com/shipments/detail/4711"],
  [/timeZone|^zone$|^clock$/i, "Europe/Berlin"],
  [/language/i, "en"],
  [/fileName|^file$/i, "invoice.pdf"],
  [/contentType/i, "application/pdf"],
  [/company|shipper|consignee|party/i, "Acme Trading"],
  [/name|person|by$/i, "Ann Example"],
  [/amount|price|total|weight|volume|rate|share|open|paid/i, "1250.00"],
  [/(time|At|etd|eta|atd|ata)$/, "2026-11-26 08:30:00"],
  [/(date|day|from|to|until|since)$/i, "2026-11-26"],
  [/id$/i, "4711"],
];

const BY_FORMAT: Record<string, string> = {
  "date-time": "2026-11-26T08:30:00Z",
  date: "2026-11-26",
  time: "08:30:00",
  email: "ann@example.com",
  uri: "https://portal.example.com/shipments/detail/4711",
  uuid: "0b6f5a52-6a52-4b0a-9c62-3f6a3f1c2d10",
};

/** For fields with a pattern whose name says nothing. */
const ANY = [
  "4711",
  "2026-11-26",
  "2026-11-26 08:30:00",
  "2026-11",
  "08:30",
  "MAEU",
  "DE",
  "USD",
  "A1",
  "1250.00",
  "ann.example",
  "Ab3dE5gH",
  "hQ7-0aZk3mN5xVb9_cTfLw",
];

/** A value that the schema allows. `name` is the field's, in whose words the value is. */
export function exampleOf(schema: Schema, name = ""): unknown {
  if (schema.examples) return schema.examples[0];
  if ("const" in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return exampleOf(choices.find(({ type }) => type !== "null") ?? choices[0]!, name);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, name)));
  const type = Array.isArray(schema.type) ? schema.type.find((each) => each !== "null") : schema.type;
  switch (type) {
    case "object":
      return exampleObject(schema);
    case "array":
      return exampleList(schema, name);
    case "string":
      return exampleText(schema, name);
    case "integer":
    case "number":
      return exampleNumber(schema, name);
    case "boolean":
      return schema.default ?? true;
    case "null":
      return null;
    default:
      return exampleText(schema, name);
  }
}

function exampleObject(schema: Schema): Record<string, unknown> {
  const { properties = {}, additionalProperties: others, propertyNames } = schema;
  const entries = Object.entries(properties).map(([key, value]) => [key, exampleOf(value, key)]);
  if (entries.length > 0 || typeof others !== "object") return Object.fromEntries(entries);
  const names = (propertyNames?.enum as string[] | undefined) ?? ["FLHKG2611001"];
  return Object.fromEntries(names.map((key) => [key, exampleOf(others, key)]));
}

function exampleList({ items, prefixItems, minItems = 1 }: Schema, name: string): unknown[] {
  if (prefixItems) return prefixItems.map((item) => exampleOf(item, name));
  const singular = name.replace(/s$/, "");
  return Array.from({ length: Math.max(1, minItems) }, () => exampleOf(items ?? {}, singular));
}

function exampleText(schema: Schema, name: string): string {
  if (typeof schema.default === "string") return schema.default;
  const { format, minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = schema;
  const isAllowed = (text: string) =>
    text.length >= minLength && text.length <= maxLength && (!pattern || new RegExp(pattern).test(text));
  const named = TEXTS.filter(([words]) => words.test(name)).map(([, text]) => text);
  const formatted = format ? BY_FORMAT[format] : undefined;
  const example = [
    ...(formatted ? [formatted] : []),
    ...named,
    ...(pattern ? ANY : ["Goods are ready on Monday"]),
    ...ANY,
  ].find(isAllowed);
  return example ?? "x".repeat(Math.max(1, minLength));
}

function exampleNumber({ default: usual, minimum, exclusiveMinimum, maximum }: Schema, name: string): number {
  if (typeof usual === "number") return usual;
  const wanted = /page$|sequence|version/i.test(name) ? 1 : /size|limit/i.test(name) ? 20 : 12;
  const least = exclusiveMinimum === undefined ? (minimum ?? 0) : exclusiveMinimum + 1;
  return Math.min(maximum ?? Number.POSITIVE_INFINITY, Math.max(least, wanted));
}
