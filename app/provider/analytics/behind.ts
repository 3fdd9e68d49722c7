import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { analyticsShipments, ReportGroup, ReportQuestion } from "#app/contract/analytics.ts";
import type { CallerContext } from "../call/context.ts";
import { emissionCondition } from "../emissions/report.ts";
import { shipmentScopeOf } from "../shipments/filter.ts";
import { listShipments } from "../shipments/list.ts";
import { arrivalPlace, punctualityOf } from "../shipments/punctuality.ts";
import { askedNames } from "./names.ts";
import {
  billedConditions,
  etaResultOf,
  groupConditions,
  hasTransit,
  populationOf,
  refuseBills,
} from "./question.ts";

/** The shipments behind a number of a report: the report's own conditions, and those of the number. */
export async function listBehind(
  asked: z.output<typeof analyticsShipments.request>,
  context: CallerContext,
): Promise<z.input<typeof analyticsShipments.response>> {
  const { sort, direction, page, pageSize, groupBy, key, punctuality, clock } = asked;
  if (asked.billedIn || groupBy === "charge") refuseBills(context);
  const group = groupBy && key !== undefined ? groupConditions(asked, groupBy, key, context.now) : [];
  const names = await askedNames({ ...asked, ...narrowed(groupBy, key) }, context);
  if (group === null) return { rows: [], total: 0, isTotalCapped: false, names };
  const also: RawBuilder<unknown>[] = [...populationOf(asked, context.now), ...group];
  if (asked.hasTransit) also.push(hasTransit);
  if (asked.emission) also.push(emissionCondition(asked.emission));
  if (asked.etaResult) {
    const { result } = etaResultOf(asked, context.now);
    also.push(sql`(select ${result} from (select) one ${arrivalPlace}) = ${asked.etaResult}`);
  }
  if (asked.billedIn) also.push(...billedConditions(asked.billedIn, asked.hasQuote));
  if (punctuality) {
    const { state } = punctualityOf(asked, context.now);
    // The place is looked up for each shipment of the population only.
    also.push(sql`(select ${state} from (select) one ${arrivalPlace}) = ${punctuality}`);
  }
  const found = await listShipments(
    context.db,
    await shipmentScopeOf(context.db, context.scope),
    { clock, also },
    { sort, direction },
    { page, pageSize },
    context,
  );
  return { ...found, names };
}

/** A group as fields of the question. */
function narrowed(groupBy: ReportGroup | undefined, key = ""): Partial<ReportQuestion> {
  const [from, to] = key.split("-");
  if (groupBy === "lane") return { from, to };
  if (groupBy === "carrier") return { carrierCode: key };
  if (groupBy === "shipper") return { shipperId: key };
  return groupBy === "consignee" ? { consigneeId: key } : {};
}
