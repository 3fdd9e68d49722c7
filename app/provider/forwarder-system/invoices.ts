import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { InvoiceRecord } from "#app/contract/forwarder-system.ts";
import { paymentRecord } from "#app/contract/invoice-desk.ts";
import { amountText } from "#app/lib/amount-text.ts";
import { compare, subtract } from "#app/lib/decimal.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { issueInvoice } from "../invoices/issue.ts";
import { recordPayment } from "../invoices/pay.ts";
import { readCustomers } from "../shipment-desk/import-customers.ts";
import { type IssueInput, readInvoice } from "./invoice-read.ts";
import {
  cellFaults,
  cellsOf,
  faultAt,
  type RecordFault,
  type RunningImport,
  type SentRecord,
  type SystemRecord,
  type Verdict,
  withNumbers,
} from "./record.ts";

export function invoiceOf({ lines, ...record }: InvoiceRecord, index: number): SentRecord {
  const { cells, unclear } = withNumbers("INVOICE", cellsOf(record));
  const read = lines.map((line, place) => withNumbers("INVOICE", cellsOf(line), `lines.${place + 1}.`));
  return {
    line: index + 1,
    cells,
    lines: read.map((line) => line.cells),
    unclear: Object.assign({}, unclear, ...read.map((line) => line.unclear)),
  };
}

/** Nothing of the record is taken. */
class Refused extends Error {
  readonly faults: RecordFault[];
  constructor(faults: RecordFault[]) {
    super("refused");
    this.faults = faults;
  }
}

const NO_COMPANY = "0";

type Taken = Pick<Verdict, "state" | "subject" | "digest">;

/** Issues invoices and credit notes and records what is paid of them, by the desk's own calls; each in a savepoint. */
export async function takeInvoices(
  records: readonly SystemRecord[],
  _: RunningImport,
  context: CallerContext,
): Promise<Verdict[]> {
  const { db } = context;
  const customersOf = await readCustomers(db);
  const verdicts: Verdict[] = [];
  for (const record of records) {
    const { line, reference, cells } = record;
    const name = (cells.invoiceNumber ?? "").slice(0, 60);
    await sql`savepoint record`.execute(db);
    try {
      const taken = await takeInvoice(record, customersOf, context);
      verdicts.push({ line, reference, name, faults: [], ...taken });
    } catch (error) {
      const faults = faultsOf(error);
      if (!faults) throw error;
      await sql`rollback to savepoint record`.execute(db);
      verdicts.push({ line, reference, name, state: "refused", subject: null, faults });
    }
    await sql`release savepoint record`.execute(db);
  }
  return verdicts;
}

function faultsOf(error: unknown): RecordFault[] | null {
  if (error instanceof Refused) return error.faults;
  if (error instanceof Refusal) return [faultAt(null, error.messageKey, error.values)];
  return null;
}

/** What is wrong with records that are not taken anyway. */
export async function invoiceFaults(
  records: readonly SentRecord[],
  { db }: CallerContext,
): Promise<RecordFault[][]> {
  const customersOf = await readCustomers(db);
  return records.map((record) => {
    const read = readFor(record, customersOf);
    return "faults" in read ? read.faults : [];
  });
}

type CustomersOf = Awaited<ReturnType<typeof readCustomers>>;

/** Without a customer it is read to its end as well, so that all that is wrong with it is said at once. */
function readFor(record: SentRecord, customersOf: CustomersOf): ReturnType<typeof readInvoice> {
  const { customer } = record.cells;
  const customers = customersOf(customer ?? "");
  const faults = cellFaults(record);
  if (customers.length !== 1) {
    const key = customers.length > 1 ? "deskCustomerTwice" : "deskCustomerUnknown";
    faults.push(faultAt("customer", customer === undefined ? "cannotBeEmpty" : key));
  }
  const read = readInvoice(record, customers[0]?.id ?? NO_COMPANY);
  const others = "faults" in read ? read.faults : [];
  for (const fault of others) if (!faults.some(({ field }) => field === fault.field)) faults.push(fault);
  return faults.length > 0 ? { faults } : read;
}

async function takeInvoice(
  record: SystemRecord,
  customersOf: CustomersOf,
  context: CallerContext,
): Promise<Taken> {
  const read = readFor(record, customersOf);
  if ("faults" in read) throw new Refused(read.faults);
  const digest = createHash("sha256").update(JSON.stringify(read.input)).digest();
  const { subject } = record;
  if (subject !== null && record.digest && !record.digest.equals(digest))
    throw new Refused([faultAt(null, "systemInvoiceStays")]);
  const id = subject ?? (await issueInvoice(read.input, context)).id;
  const isPaid = await pay(record, { ...read.input, id }, context);
  return { state: subject === null ? "added" : isPaid ? "changed" : "unchanged", subject: id, digest };
}

/** Records what the sender says is paid, as far as it is not recorded here yet. */
async function pay(
  { cells, reference }: SystemRecord,
  { id, companyId, currency, invoiceNumber }: IssueInput & { id: string },
  context: CallerContext,
): Promise<boolean> {
  const { paidAmount, paidOn } = cells;
  if (paidAmount === undefined) return false;
  if (!/^\d{1,14}(\.\d{1,4})?$/.test(paidAmount)) throw new Refused([faultAt("paidAmount", "systemAmount")]);
  const { rows } = await sql<{ paid: string; left_over: string; kind: string }>`
    select paid, total - paid - credit_used as left_over, kind from invoice where id = ${id}
    for no key update`.execute(context.db);
  const { paid, left_over, kind } = rows[0]!;
  const more = subtract(paidAmount, paid);
  if (compare(more, 0) === 0) return false;
  const money = (amount: string) => amountText(amount, currency);
  if (compare(more, 0) < 0)
    throw new Refused([faultAt("paidAmount", "systemPaidLess", { paid: money(paid), currency })]);
  if (kind !== "INVOICE" || compare(more, left_over) > 0)
    throw new Refused([faultAt("paidAmount", "systemNotMore", { left: money(left_over), currency })]);
  if (paidOn === undefined) throw new Refused([faultAt("paidOn", "cannotBeEmpty")]);
  const payment = paymentRecord.request.safeParse({
    companyId,
    currency,
    amount: more,
    paidOn,
    reference,
    allocations: [{ invoiceNumber, amount: more }],
  });
  if (!payment.data) throw new Refused([faultAt("paidOn", "systemDay")]);
  await recordPayment(payment.data, context);
  return true;
}
