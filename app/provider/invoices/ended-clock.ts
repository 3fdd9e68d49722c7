import { sql } from "kysely";
import type { z } from "zod";
import type { invoiceProposal } from "#app/contract/invoice-draft.ts";
import { daysBefore } from "#app/lib/date-time.ts";
import { add, divide } from "#app/lib/decimal.ts";
import { referenceKey } from "#app/lib/reference-key.ts";
import type { CallerContext } from "../call/context.ts";
import { clocksOf } from "./billed-clock.ts";

type Clock = z.input<typeof invoiceProposal.response>["clocks"][number];

/**
 * Demurrage and detention of a shipment as lines of an invoice: of clocks that have ended, that started by an actual event, and
 * that a tariff counts. One with tiers is a line of one amount, so that it comes to what the tariff gives.
 */
export async function endedClocks({ db, now }: CallerContext, shipmentId: string): Promise<Clock[]> {
  const { rows: billed } = await sql<{ container_number: string; clock: string }>`
    select l.container_number, l.clock from invoice i join invoice_line l on l.invoice_id = i.id
    where i.shipment_id = ${shipmentId} and i.kind = 'INVOICE' and l.clock is not null`.execute(db);
  const containers = await clocksOf(db, shipmentId, now);
  return containers.flatMap(({ containerNumber, lines }) =>
    lines.flatMap(({ type, cost, computed, tariff, lastFreeDay }): Clock[] => {
      if (cost?.by !== "ended" || !computed?.isActual || !tariff || !lastFreeDay || cost.days <= 0) return [];
      const price = divide(cost.amount, cost.days);
      const isEven = cost.tiers.length === 1;
      return [
        {
          chargeCode: type,
          description: `${names[type]} ${containerNumber}`,
          unit: isEven ? "day" : "",
          quantity: isEven ? String(cost.days) : "1",
          unitPrice: isEven ? price : add(cost.amount),
          discountPercent: "0",
          taxPercent: "0",
          reason: "",
          clock: {
            type,
            containerNumber,
            from: daysBefore(lastFreeDay, -1)!,
            to: cost.until,
            days: cost.days,
          },
          currency: tariff.currency,
          isBilled: billed.some(
            (line) =>
              line.clock === type && referenceKey(line.container_number) === referenceKey(containerNumber),
          ),
        },
      ];
    }),
  );
}

const names = { DEM: "Demurrage", DET: "Detention", MERGED: "Demurrage and detention" } as const;
