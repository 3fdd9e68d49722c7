/** A field of a JSON schema, in a line of a table. */
export interface SchemaField {
  /** `rows[].houseNumber` */
  name: string;
  type: FieldType;
  isNeeded: boolean;
  isNullable: boolean;
  choices: string[];
  maxLength: number | null;
}
type FieldType = "text" | "number" | "integer" | "boolean" | "list" | "object";

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  maxLength?: number;
}

const TYPES: Record<string, FieldType> = {
  string: "text",
  number: "number",
  integer: "integer",
  boolean: "boolean",
  array: "list",
  object: "object",
};
/** Deeper ones are in the description for programs. */
const DEPTH = 6;
/** A text that is an empty object or a list of thousands says nothing in a table. */
const CHOICES_SHOWN = 40;

/** The fields that a schema has, depth first, each before those inside of it. */
export function fieldsOf(schema: unknown): SchemaField[] {
  return within(asSchema(schema), "", 0);
}

function within(schema: Schema, prefix: string, depth: number): SchemaField[] {
  if (depth > DEPTH) return [];
  const parts = [schema, ...(schema.allOf ?? []), ...alternatives(schema)];
  return parts.flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).flatMap(([key, value]) =>
      fieldAndInner(asSchema(value), prefix + key, required.includes(key), depth),
    ),
  );
}

function fieldAndInner(schema: Schema, name: string, isNeeded: boolean, depth: number): SchemaField[] {
  const ownSchema = alternatives(schema).find(({ type }) => type !== "null") ?? schema;
  const types = [schema.type ?? [], ...alternatives(schema).map(({ type }) => type ?? [])].flat();
  const field: SchemaField = {
    name,
    isNeeded,
    isNullable: types.includes("null"),
    type: typeOf(ownSchema),
    choices: choicesOf(schema).slice(0, CHOICES_SHOWN),
    maxLength: ownSchema.maxLength ?? null,
  };
  const { items, additionalProperties: others } = ownSchema;
  if (field.type === "list" && items) {
    const item = asSchema(items);
    const inner = within(item, `${name}[].`, depth + 1);
    return [{ ...field, choices: choicesOf(item).slice(0, CHOICES_SHOWN) }, ...inner];
  }
  const inner = typeof others === "object" ? within(asSchema(others), `${name}.*.`, depth + 1) : [];
  return [field, ...within(ownSchema, `${name}.`, depth + 1), ...inner];
}

const alternatives = ({ anyOf, oneOf }: Schema): Schema[] => anyOf ?? oneOf ?? [];

function typeOf({ type, enum: values, const: value, properties }: Schema): FieldType {
  const named = [type ?? []].flat().find((each) => each !== "null");
  if (named) return TYPES[named] ?? "text";
  if (properties) return "object";
  const example = value ?? values?.[0];
  return typeof example === "number" ? "number" : typeof example === "boolean" ? "boolean" : "text";
}

function choicesOf(schema: Schema): string[] {
  const own = schema.enum ?? ("const" in schema ? [schema.const] : []);
  const all = [...own, ...alternatives(schema).flatMap(choicesOf)];
  return [...new Set(all.filter((value) => value !== null).map(String))];
}

function asSchema(value: unknown): Schema {
  return typeof value === "object" && value !== null ? (value as Schema) : {};
}
