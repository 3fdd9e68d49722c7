import pg from "pg";
import { bookingSaveDraft, bookingSubmit } from "#app/contract/booking.ts";
import type { TestProvider } from "#tests/support/provider.ts";
import { content, draft } from "../bookings/fixture.ts";
import { customer } from "../quotes/fixture.ts";

/** A submitted booking: three entries. */
export async function submittedBooking(
  provider: TestProvider,
): Promise<{ id: string; bookingNumber: string }> {
  const dana = await customer(provider);
  const { token } = dana;
  const { id, bookingNumber } = await draft(provider, dana);
  const more = { id, version: 1, content: content({ marks: '唛头 \\ " 🚢' }) };
  await provider.call(bookingSaveDraft, more, { token });
  await provider.call(bookingSubmit, { id, version: 2 }, { token });
  return { id, bookingNumber };
}

/** Runs the work after a change to the log by a superuser who knows about the trigger, with `$1` the booking; undone afterwards. */
export async function tampered<T>(
  { database: { connection } }: TestProvider,
  bookingId: string,
  change: string,
  work: () => Promise<T>,
): Promise<T> {
  const admin = new pg.Client(connection);
  await admin.connect();
  try {
    await admin.query("create table kept as select * from operation_log");
    await admin.query("alter table operation_log disable trigger user");
    await admin.query(change, change.includes("$1") ? [bookingId] : []);
    return await work();
  } finally {
    await admin.query("delete from operation_log");
    await admin.query("insert into operation_log select * from kept");
    await admin.query("drop table kept");
    await admin.query("alter table operation_log enable trigger user");
    await admin.end();
  }
}
/** Runs the work after a change to a row by somebody who may write to the tables; undone afterwards. */
export async function withRow<T>(
  { database: { pool } }: TestProvider,
  table: string,
  id: string,
  change: string,
  work: () => Promise<T>,
): Promise<T> {
  const kept = await pool.query(`select to_jsonb(t) as row from ${table} t where id = $1`, [id]);
  await pool.query(`update ${table} set ${change} where id = $1`, [id]);
  try {
    return await work();
  } finally {
    const columns = Object.keys(kept.rows[0].row)
      .filter((name) => name !== "id")
      .join(", ");
    await pool.query(
      `update ${table} t set (${columns}) = (select ${columns} from jsonb_populate_record(null::${table}, $2)) where id = $1`,
      [id, JSON.stringify(kept.rows[0].row)],
    );
  }
}
