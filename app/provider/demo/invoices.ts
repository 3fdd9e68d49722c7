import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import type { FreeTimeType } from "#app/contract/free-time-code.ts";
import type { invoiceIssue } from "#app/contract/invoice-desk.ts";
import { daysBefore, dayToWire } from "#app/lib/date-time.ts";
import { add, divide, round, subtract } from "#app/lib/decimal.ts";
import { sumInvoice } from "#app/lib/invoice-sum.ts";
import type { CallerContext } from "../call/context.ts";
import type { Database } from "../db/schema.ts";
import { DEMO_PREFIX } from "../identity/demo-company.ts";
import { openDispute } from "../invoices/dispute.ts";
import { issueInvoice } from "../invoices/issue.ts";
import { recordPayment } from "../invoices/pay.ts";
import { demoCompanies } from "./accounts.ts";
import { callAt, type demoCast } from "./cast.ts";

type Issued = z.input<typeof invoiceIssue.request> & { invoiceNumber: string };
type Line = Issued["lines"][number];

const INVOICES_MAX = 120;
/** Days after the departure on which freight is billed, and days to pay. */
const BILLED_AFTER = 2;
const DAYS_TO_PAY = [30, 7, 14] as const;

interface Billed {
  company_id: string;
  company_name: string;
  house_number: string;
  booking_number: string;
  departed: string;
  currency: string;
  lines: Database["quote_option"]["lines"]["__select__"];
  chargeable_kg: string | null;
  container_number: string | null;
}

/**
 * Invoices of freight that has departed, after the quote that it was booked from: most as quoted, some with the weight as it was
 * measured, a surcharge that nobody quoted, or demurrage; credit notes, payments in whole and in part, and a dispute.
 */
export async function addDemoInvoices(
  trx: Kysely<Database>,
  cast: Awaited<ReturnType<typeof demoCast>>,
  today: Date,
): Promise<void> {
  const { rows } = await sql<Billed>`
    select s.company_id, c.name as company_name, s.house_number, s.booking_number,
      s.chargeable_weight_kg as chargeable_kg, to_char(s.atd at time zone 'UTC', 'YYYY-MM-DD') as departed, o.currency, o.lines,
      (select k.container_number from shipment_container k where k.shipment_id = s.id order by k.line limit 1)
        as container_number
    from shipment s
    join company c on c.id = s.company_id and c.code like ${`${DEMO_PREFIX}%`}
    join booking b on b.company_id = s.company_id and b.booking_number = s.booking_number
    join quote q on q.booking_id = b.id
    join quote_option o on o.id = q.accepted_option_id
    where s.atd is not null and s.atd < ${today}
    order by s.atd desc, s.house_number limit ${INVOICES_MAX}`.execute(trx);
  await nameIssuer(trx, cast("desk"), today);
  const end = dayToWire(today)!;
  for (const [index, row] of rows.entries()) {
    const invoiceDate = earlier(daysBefore(row.departed, -BILLED_AFTER)!, end);
    const desk = callAt(trx, cast("desk"), new Date(`${invoiceDate}T02:00:00Z`));
    const invoice = invoiceOf(row, index, invoiceDate);
    const { id } = await issueInvoice(parsed(invoice), desk);
    await settle(invoice, index, { trx, cast, end });
    if (index === DISPUTED) await dispute(trx, cast, id, today);
  }
}

async function nameIssuer(
  trx: Kysely<Database>,
  by: { userId: string; name: string },
  today: Date,
): Promise<void> {
  const { name, address, city, taxNumber } = demoCompanies.find(({ isForwarder }) => isForwarder)!;
  await trx
    .insertInto("invoice_issuer")
    .values({
      name,
      address: `${address}\n${city}`,
      tax_number: taxNumber,
      payment: PAYMENT,
      at: new Date(today.getTime() - 400 * 86_400_000),
      actor_id: by.userId,
      actor_name: by.name,
    })
    .execute();
}

const PAYMENT = [
  "Example Bank, Hong Kong (a bank of the demonstration: pay nothing to it)",
  "Account 000-000000-000, SWIFT EXAMHKHH",
  "Please name the number of the invoice.",
].join("\n");

const earlier = (a: string, b: string) => (a < b ? a : b);
/** The first invoice of demo's company with a charge that was not quoted. */
const DISPUTED = 4;

/** Defaults that the contract would have added. */
const parsed = (invoice: Issued) => invoice as z.output<typeof invoiceIssue.request>;

function invoiceOf(row: Billed, index: number, invoiceDate: string): Issued {
  const taxPercent = row.currency === "USD" ? "0" : "20";
  const form = {
    rounding: index % 3 === 1 ? ("DOCUMENT" as const) : ("LINE" as const),
    currency: row.currency,
  };
  const quoted = row.lines.map((line): Line => {
    return lineOf(
      {
        chargeCode: line.chargeCode ?? null,
        description: line.description,
        unit: line.unit,
        quantity: quantityOf(line, row.chargeable_kg),
        unitPrice: index % 7 === 3 && line.chargeCode === "DTHC" ? add(line.price, "15") : line.price,
      },
      taxPercent,
      form,
    );
  });
  const more = [
    ...(index % 4 === 0
      ? [
          lineOf(
            { chargeCode: "DOC", description: "Documentation", unit: "B/L", quantity: "1", unitPrice: "45" },
            taxPercent,
            form,
          ),
        ]
      : []),
    ...(index % 6 === 5 && row.container_number !== null
      ? [demurrage(row.container_number, invoiceDate, taxPercent, form)]
      : []),
  ];
  const lines = [...quoted, ...more];
  const { net, tax, total } = sumInvoice(
    lines.map((line) => ({ ...line, discountPercent: "0", taxPercent })),
    form,
  );
  return {
    companyId: row.company_id,
    kind: "INVOICE",
    invoiceNumber: `INV-${row.house_number.slice(-8)}`,
    title: row.company_name,
    creditedNumber: null,
    houseNumber: row.house_number,
    bookingNumber: row.booking_number,
    invoiceDate,
    dueDate: daysBefore(invoiceDate, -DAYS_TO_PAY[index % DAYS_TO_PAY.length]!)!,
    ...form,
    net,
    tax,
    total,
    note: "",
    lines,
  };
}

/** What is charged by weight is charged by the one weight of the shipment; the rest as the quote reckoned it. */
function quantityOf({ unit, amount, price }: Billed["lines"][number], chargeableKg: string | null): string {
  if (chargeableKg !== null && unit === "kg") return add(chargeableKg);
  if (chargeableKg !== null && unit === "W/M") return divide(chargeableKg, 1000);
  return add(round(divide(amount, price), 3));
}

function lineOf(
  line: Pick<Line, "chargeCode" | "description" | "unit" | "quantity" | "unitPrice">,
  taxPercent: string,
  form: Pick<Issued, "rounding" | "currency">,
): Line {
  const [counted] = sumInvoice([{ ...line, discountPercent: "0", taxPercent }], form).lines;
  return { ...line, discountPercent: "0", taxPercent, ...counted!, clock: null };
}

function demurrage(
  containerNumber: string,
  invoiceDate: string,
  taxPercent: string,
  form: Pick<Issued, "rounding" | "currency">,
): Line {
  const days = 4;
  const line = lineOf(
    { chargeCode: "DEM", description: "Demurrage", unit: "day", quantity: String(days), unitPrice: "95" },
    taxPercent,
    form,
  );
  const type: FreeTimeType = "DEM";
  const clock = { type, containerNumber, from: daysBefore(invoiceDate, days - 1)!, to: invoiceDate, days };
  return { ...line, clock };
}

async function settle(
  { companyId, invoiceNumber, invoiceDate, dueDate, currency, total, rounding, lines }: Issued,
  index: number,
  { trx, cast, end }: { trx: Kysely<Database>; cast: Awaited<ReturnType<typeof demoCast>>; end: string },
): Promise<void> {
  const on = (day: string): CallerContext => callAt(trx, cast("desk"), new Date(`${day}T08:00:00Z`));
  const taxPercent = lines[0]!.taxPercent ?? "0";
  const credited = sumInvoice([{ ...CREDIT, discountPercent: "0", taxPercent }], {
    rounding,
    currency,
  }).total;
  if (index % 11 === 6) {
    const creditedOn = earlier(daysBefore(invoiceDate, -6)!, end);
    const line = lineOf(CREDIT, taxPercent, { rounding, currency });
    const { net, tax } = line;
    await issueInvoice(
      parsed({
        companyId,
        kind: "CREDIT_NOTE",
        invoiceNumber: invoiceNumber.replace("INV", "CN"),
        title: "",
        creditedNumber: invoiceNumber,
        houseNumber: null,
        bookingNumber: null,
        invoiceDate: creditedOn,
        dueDate: null,
        currency,
        rounding,
        net,
        tax,
        total: credited,
        note: "",
        lines: [line],
      }),
      on(creditedOn),
    );
  }
  const left = index % 11 === 6 ? subtract(total, credited) : total;
  const paidOn = daysBefore(dueDate!, (index % 9) - 2)!;
  // One of six pays late or not at all.
  if (index % 6 === 1 || paidOn > end) return;
  const amount = index % 8 === 4 ? round(divide(left, "2"), 2) : left;
  await recordPayment(
    {
      companyId,
      currency,
      amount: index % 13 === 9 ? add(amount, "100") : amount,
      paidOn,
      reference: `TT ${invoiceNumber.slice(-6)}`,
      allocations: [{ invoiceNumber, amount }],
    },
    on(paidOn),
  );
}

const CREDIT = {
  chargeCode: "DOC",
  description: "Documentation, billed twice",
  unit: "B/L",
  quantity: "1",
  unitPrice: "45",
};

async function dispute(
  trx: Kysely<Database>,
  cast: Awaited<ReturnType<typeof demoCast>>,
  invoiceId: string,
  today: Date,
): Promise<void> {
  const line = await trx
    .selectFrom("invoice as i")
    .innerJoin("invoice_line as l", "l.invoice_id", "i.id")
    .select(["l.id", "i.company_id"])
    .where("i.id", "=", invoiceId)
    .orderBy("l.position", "desc")
    .executeTakeFirstOrThrow();
  const person = (["demo", "rival", "emma.hale"] as const)
    .map((name) => cast(name))
    .find(({ companyId }) => companyId === line.company_id);
  if (!person) return;
  await openDispute(
    {
      invoiceId,
      lineId: line.id,
      reason: "NOT_ORDERED",
      body: "This charge was not in the quote that we accepted.",
    },
    callAt(trx, person, new Date(today.getTime() - 3 * 86_400_000)),
  );
}
