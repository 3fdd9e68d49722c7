import { type RawBuilder, sql } from "kysely";

/** The field of a thinned payload that names the file with the whole one. */
export const FILE_FIELD = "fairlead:file";

/**
 * What the provider reads of payloads that it has stored: vessel and voyage for milestones, the kind of a document for
 * cut-offs. These paths stay in the row. A test compares them with the paths that statements read.
 */
export const KEPT_PATHS = [
  ["transportCall", "vessel", "vesselIMONumber"],
  ["transportCall", "exportVoyageNumber"],
  ["transportDetails", "transportCall", "vesselTransport", "vesselIMONumber"],
  ["transportDetails", "transportCall", "exportVoyageNumberOrReference", "carrierVoyageNumber"],
  ["documentTypeCode"],
  ["shipmentDetails", "documentReference", "typeCode"],
  ["shipmentDetails", "documentReference", "type"],
] as const;

/** Who entered an event at the desk and why: such a payload is small, and pages show it. It is never moved. */
const DESK_FIELD = "desk";

/** The tables with contents, and the time by which they are old. */
const TABLES = { event: sql.raw("stored_at"), event_replaced: sql.raw("replaced_at") } as const;
export type Kind = keyof typeof TABLES;
export const KINDS = ["event", "event_replaced"] as const satisfies readonly Kind[];
export const timeOf = (kind: Kind): RawBuilder<unknown> => TABLES[kind];

/** Whether the row holds a content that moves. */
export const isDue: RawBuilder<boolean> = sql`not (payload ?| ${sql.lit(`{${FILE_FIELD},${DESK_FIELD}}`)}::text[]) and payload <> '{}'`;

/** The part of the payload that these paths lead to, as JSON with the fields below `at`; null without any. */
function keptOf(
  payload: RawBuilder<unknown>,
  paths: readonly (readonly string[])[],
  at: readonly string[] = [],
): RawBuilder<unknown> {
  const fields = [...Map.groupBy(paths, (path) => path[at.length]!)].map(([field, inner]) => {
    const deeper = [...at, field];
    const isEnd = inner.some((path) => path.length === deeper.length);
    const value = isEnd
      ? sql`${payload} #> ${sql.lit(`{${deeper.join(",")}}`)}`
      : keptOf(payload, inner, deeper);
    return sql`${sql.lit(field)}, ${value}`;
  });
  return sql`nullif(jsonb_strip_nulls(jsonb_build_object(${sql.join(fields)})), '{}')`;
}

/** What stays of a payload in its row, with the id of the file that has all of it. */
export const thinned = (payload: RawBuilder<unknown>, fileId: string): RawBuilder<unknown> =>
  sql`jsonb_build_object(${sql.lit(FILE_FIELD)}, ${fileId}::bigint) || coalesce(${keptOf(payload, KEPT_PATHS)}, '{}')`;
