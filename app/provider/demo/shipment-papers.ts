import { formatDay, HOUR_MS } from "#app/lib/date-time.ts";
import type { HouseMilestone } from "#app/lib/milestones/kinds.ts";
import type { DemoCustomerCode } from "./accounts.ts";
import type { lineWeights, termsOfSale } from "./amounts.ts";
import type { Cargo } from "./cargo.ts";
import { type Journey, type Step, zoneOf } from "./journey.ts";
import { orderNumber } from "./numbers.ts";
import type { Random } from "./random.ts";
import type { Child } from "./shipment.ts";
import type { Draft } from "./shipment-plan.ts";

/** One or two purchase orders; sometimes the rest of an order of another shipment. */
export function orderLines(
  random: Random,
  index: number,
  company: DemoCustomerCode,
  cargo: Cargo,
): Omit<Child<"shipment_order_line">, Amount>[] {
  const orders = cargo.lines.length > 1 && random.chance(0.5) ? 2 : 1;
  const isRest = index > 8 && random.chance(0.18);
  const count = (order: number) =>
    isRest && order === 0 ? (index - random.int(1, 8)) * 2 : index * 2 + order;
  const numbers = Array.from({ length: orders }, (_, order) => orderNumber(company, count(order)));
  return cargo.lines.map(({ product, skuNumber, cartons }, line) => ({
    line: line + 1,
    po_number: numbers[line % orders]!,
    sku_number: skuNumber,
    description: product.description,
    pieces: cartons * product.unitsPerCarton,
    cartons,
  }));
}

type Amount = "unit_price" | "currency" | "gross_weight_kg" | "net_weight_kg" | "hs_code";

export function withAmounts(
  lines: ReturnType<typeof orderLines>,
  { currency, items }: ReturnType<typeof termsOfSale>,
  weights: ReturnType<typeof lineWeights>,
): Child<"shipment_order_line">[] {
  return lines.map((line, index) => ({ ...line, currency, ...items[index]!, ...weights[index]! }));
}

export const shifted = (instant: Date, hours: number) => new Date(instant.getTime() + hours * HOUR_MS);
export const dayAt = (instant: Date, place: string) => formatDay(instant, zoneOf(place))!;
export const stepOf = ({ steps }: Journey, code: string, empty?: "EMPTY" | "LADEN") =>
  steps.find((step) => step.code === code && (!empty || step.emptyIndicator === empty));

/** Random durations between two steps. */
export type Hours = ReturnType<typeof hoursOf>;
export function hoursOf({ random, mode, service, journey }: Draft) {
  const isFetched = mode !== "TRUCK" && service.type.startsWith("D");
  return {
    fromWarehouse: isFetched ? random.int(3, 7) : 0,
    toBerth: mode === "OCEAN" ? random.int(2, 5) : 0,
    clearing: mode === "TRUCK" ? 0 : random.int(3, 9),
    toProof: stepOf(journey, "DROP", "LADEN") ? random.int(2, 26) : 0,
  };
}

export function withProof(
  mark: (code: HouseMilestone, place: string, at: Date) => void,
  journey: Journey,
  { toProof }: Hours,
  marks: Step[],
): Step[] {
  const door = stepOf(journey, "DROP", "LADEN");
  if (door) mark("PODU", door.place, shifted(door.actual, toProof));
  return marks;
}

/** Each document from its date of issue on. */
export function documentsOf(
  { random, mode, journey }: Draft,
  facts: {
    houseNumber: string;
    invoiceNumber: string;
    departure: Step;
    arrival: Step;
    invoicedAt: Date;
    hours: Hours;
  },
): { document: Child<"shipment_document">; from: Date }[] {
  const { houseNumber, invoiceNumber, departure, arrival, invoicedAt, hours } = facts;
  const documents: { document: Child<"shipment_document">; from: Date }[] = [];
  const issue = (
    document_type: Child<"shipment_document">["document_type"],
    number: string,
    from: Date,
    place: string,
  ) => {
    const issued_on = dayAt(from, place);
    const file_name = `${document_type.toLowerCase().replaceAll("_", "-")}-${number}.pdf`;
    documents.push({ document: { document_type, number, issued_on, file_name }, from });
  };
  issue("COMMERCIAL_INVOICE", invoiceNumber, invoicedAt, departure.place);
  issue("PACKING_LIST", `PL-${invoiceNumber}`, invoicedAt, departure.place);
  const bill = mode === "OCEAN" ? "HOUSE_BILL" : "HOUSE_WAYBILL";
  issue(bill, houseNumber, shifted(departure.actual, 1), departure.place);
  if (mode !== "TRUCK") {
    const notice = shifted(arrival.actual, mode === "AIR" ? -2 : -72);
    const noticedAt = notice > departure.actual ? notice : shifted(departure.actual, 2);
    issue("ARRIVAL_NOTICE", `AN-${houseNumber}`, noticedAt, arrival.place);
    const released = (stepOf(journey, "AVPU") ?? stepOf(journey, "AWD"))!;
    issue("DELIVERY_ORDER", `DO-${houseNumber}`, released.actual, arrival.place);
  }
  const door = stepOf(journey, "DROP");
  if (door) {
    // Unused, but drawn so that the random sequence after it does not change.
    random.int(2, 26);
    issue("PROOF_OF_DELIVERY", `POD-${houseNumber}`, shifted(door.actual, hours.toProof), door.place);
  }
  return documents;
}
