import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { analyticsShipments, ReportGroup, ReportQuestion } from "#app/contract/analytics.ts";
import { CODE_FORBIDDEN } from "#app/contract/code.ts";
import { maySeeCharges } from "../access/charges.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { emissionCondition } from "../emissions/report.ts";
import { shipmentScopeOf } from "../shipments/filter.ts";
import { listShipments } from "../shipments/list.ts";
import { arrivalPlace, punctualityOf } from "../shipments/punctuality.ts";
import { freeTimeConditions } from "./free-time.ts";
import { milestoneConditions } from "./milestones.ts";
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
  question: z.output<typeof analyticsShipments.request>,
  context: CallerContext,
): Promise<z.input<typeof analyticsShipments.response>> {
  const { sort, direction, page, pageSize, cursor, punctuality, clock } = question;
  const groups = groupsOf(question);
  refuseCosts(question, groups, context);
  const names = await askedNames(Object.assign({}, question, ...groups.map(narrowed)), context);
  const group = ofShipment(question, groups).map((each) =>
    groupConditions(question, each.groupBy, each.key, context.now),
  );
  if (group.includes(null)) return { rows: [], total: 0, isTotalCapped: false, names };
  const also: RawBuilder<unknown>[] = [
    ...populationOf(question, context.now),
    ...group.flatMap((each) => each!),
  ];
  also.push(...milestoneConditions(question, milestoneOf(question, groups), context.now));
  const { freeTimeState: state, chargedIn, freeTimeBilledIn } = question;
  also.push(...freeTimeConditions({ state, chargedIn, billedIn: freeTimeBilledIn }, context.now));
  if (question.hasTransit) also.push(hasTransit);
  if (question.emission) also.push(emissionCondition(question.emission));
  if (question.etaResult) {
    const result = etaResultOf(question, punctualityOf(question, context.now).daysOver);
    also.push(sql`(select ${result} from (select) one ${arrivalPlace}) = ${question.etaResult}`);
  }
  if (question.billedIn) also.push(...billedConditions(question.billedIn, question.hasQuote));
  if (punctuality) {
    const { state } = punctualityOf(question, context.now);
    // The place is looked up for each shipment of the population only.
    also.push(sql`(select ${state} from (select) one ${arrivalPlace}) = ${punctuality}`);
  }
  const shipmentPage = await listShipments(
    context.db,
    await shipmentScopeOf(context.db, context.scope),
    { clock, also },
    { sort, direction },
    { page, pageSize, cursor },
    context,
  );
  return { ...shipmentPage, names };
}

type ShipmentsRequest = z.output<typeof analyticsShipments.request>;
interface Group {
  groupBy: ReportGroup;
  key: string;
}

/** The group of the number, and the one below it. */
function groupsOf({ groupBy, key, thenBy, key2 }: ShipmentsRequest): Group[] {
  return [
    ...(groupBy && key !== undefined ? [{ groupBy, key }] : []),
    ...(thenBy && key2 !== undefined ? [{ groupBy: thenBy, key: key2 }] : []),
  ];
}

/** Those of its milestones have conditions together. */
const ofShipment = ({ reasonOf }: ShipmentsRequest, groups: readonly Group[]) =>
  groups.filter(
    ({ groupBy }) => groupBy !== "milestone" && !(groupBy === "reason" && reasonOf === "milestone"),
  );

function refuseCosts(
  { billedIn, freeTimeBilledIn, chargedIn }: ShipmentsRequest,
  groups: readonly Group[],
  context: CallerContext,
): void {
  if (billedIn || freeTimeBilledIn || groups.some(({ groupBy }) => groupBy === "charge"))
    refuseBills(context);
  if (chargedIn && !maySeeCharges(context.caller)) throw new Refusal(CODE_FORBIDDEN, "forbidden");
}

/** What is asked of the milestones. */
function milestoneOf({ reasonOf, milestoneState: state }: ShipmentsRequest, groups: readonly Group[]) {
  const keyOf = (wanted: ReportGroup) => groups.find(({ groupBy }) => groupBy === wanted)?.key;
  return { kind: keyOf("milestone"), reason: reasonOf === "milestone" ? keyOf("reason") : undefined, state };
}

/** A group as fields of the question. */
function narrowed({ groupBy, key }: Group): Partial<ReportQuestion> {
  const [from, to] = key.split("-");
  if (groupBy === "lane") return { from, to };
  if (groupBy === "carrier") return { carrierCode: key };
  if (groupBy === "shipper") return { shipperId: key };
  return groupBy === "consignee" ? { consigneeId: key } : {};
}
