import type { z } from "zod";
import type { Endpoint } from "#app/contract/endpoint.ts";
import type { ExportedList } from "#app/contract/export-job-code.ts";
import { type CallerContext, reading } from "../call/context.ts";
import type { Needs } from "../call/needs.ts";
import type { FileAnswer, ListOfRoute, QueuedAnswer, Route } from "../call/route.ts";
import { TooManyRows } from "../db/listed-ids.ts";
import { recordSecurity } from "../security-log/record.ts";
import { queueExport } from "./queue.ts";

/**
 * `handle` for a list as a file: `make` streams it, or throws TooManyRows beyond the context's
 * `streamedRows`; then a job makes it, without that limit (app/decisions/exports-and-imports.md).
 * @param make is given a context to read with, which a standby may answer, and one for what it writes
 */
export function handleList<Req extends z.ZodType>(
  endpoint: Endpoint<Req>,
  needs: Needs,
  name: ExportedList,
  make: (input: z.output<Req>, context: CallerContext, noting: CallerContext) => Promise<FileAnswer>,
): Route {
  const makeFrom = (input: z.output<Req>, context: CallerContext) => make(input, reading(context), context);
  const run = async (input: z.output<Req>, context: CallerContext): Promise<FileAnswer | QueuedAnswer> => {
    await recordSecurity(context, `export.${name}`, context.caller);
    try {
      return await makeFrom(input, context);
    } catch (error) {
      if (!(error instanceof TooManyRows)) throw error;
      return { exportJob: await queueExport(context, { list: name, call: endpoint.name, request: input }) };
    }
  };
  return { endpoint, needs, run: run as Route["run"], list: { name, make: makeFrom as ListOfRoute["make"] } };
}
