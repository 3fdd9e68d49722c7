import { sql } from "kysely";
import type { z } from "zod";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import * as contract from "#app/contract/customer.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import { listOf, statusViews } from "../call/list-of.ts";
import { Refusal } from "../call/refusal.ts";
import { givenIds } from "../db/listed-ids.ts";
import { containing } from "../db/search-text.ts";
import { readLog } from "../operation-log/log.ts";
import { message } from "../texts/message.ts";
import { isCustomer } from "./store.ts";

interface Row {
  id: string;
  code: string;
  name: string;
  city: string | null;
  country_code: string | null;
  created_at: Date;
  closed_at: Date | null;
  members: number;
  open_shipments: number;
  last_sign_in_at: Date | null;
}

const lastSignIn = sql`(select max(u.last_sign_in_at) from app_user u where u.company_id = c.id)`;
const columns = sql`
  c.id, c.code, c.name, c.city, c.country_code, c.created_at, c.closed_at,
  (select count(*)::int from app_user u where u.company_id = c.id) as members,
  (select count(*)::int from shipment s where s.company_id = c.id and s.status <> 'COMPLETED') as open_shipments,
  ${lastSignIn} as last_sign_in_at`;

type Filter = Pick<z.output<typeof contract.customerList.request>, "state" | "keyword">;

export const customers = listOf({
  name: "customers",
  from: sql`company c`,
  id: sql`c.id`,
  where(filter: Filter) {
    const keyword = filter.keyword?.trim();
    if (!keyword) return [isCustomer];
    const pattern = containing(keyword);
    return [isCustomer, sql`(c.name ilike ${pattern} or c.code ilike ${pattern})`];
  },
  sorts: {
    name: sql`lower(c.name)`,
    code: sql`lower(c.code)`,
    created: sql`c.created_at`,
    lastSignIn: { by: lastSignIn, isNullable: true },
  },
  views: statusViews(
    contract.customerStates,
    ({ state }: Filter) => state,
    () => sql`case when c.closed_at is null then 'OPEN' else 'CLOSED' end`,
  ),
  async read(ids, { db }) {
    const { rows } = await sql<Row>`
      select ${columns} from ${givenIds(ids)} join company c on c.id = given.id order by given.place`.execute(
      db,
    );
    return rows.map(rowOf);
  },
});

const rowOf = (row: Row) => ({
  id: row.id,
  code: row.code,
  name: row.name,
  city: row.city,
  countryCode: row.country_code,
  createdAt: instantToWire(row.created_at)!,
  closedAt: instantToWire(row.closed_at),
  members: row.members,
  openShipments: row.open_shipments,
  lastSignInAt: instantToWire(row.last_sign_in_at),
});

interface WholeRow extends Row {
  version: number;
  address: string | null;
  state: string | null;
  tax_number: string | null;
  closed_reason: string | null;
  administrators: number;
  access: z.output<typeof contract.customerDetail.response>["access"];
}

/** One customer company with its departments and its record. */
export async function readCustomer(
  { id }: z.output<typeof contract.customerDetail.request>,
  context: CallerContext,
): Promise<z.input<typeof contract.customerDetail.response>> {
  const { db } = context;
  const { rows } = await sql<WholeRow>`
    select ${columns}, c.version, c.address, c.state, c.tax_number, c.closed_reason,
      (select count(*)::int from app_user u join role r on r.id = u.role_id
        where u.company_id = c.id and u.status = 'ACTIVE' and r.code = 'admin') as administrators,
      array(select res_code from company_access a where a.company_id = c.id order by 1) as access
    from company c where c.id = ${id} and ${isCustomer}`.execute(db);
  const row = rows[0];
  if (!row) throw new Refusal(CODE_NOT_FOUND, "notFound");
  const departments = await sql<{ id: string; pId: string | null; name: string; members: number }>`
    select d.id, d.parent_id as "pId", d.name,
      (select count(*)::int from app_user u where u.department_id = d.id) as members
    from department d where d.company_id = ${id} order by d.name, d.id`.execute(db);
  return {
    ...rowOf(row),
    version: row.version,
    address: row.address,
    state: row.state,
    taxNumber: row.tax_number,
    closedReason: row.closed_reason,
    administrators: row.administrators,
    access: row.access,
    departments: departments.rows,
    log: await readRecord(id, context),
  };
}

/** Members stand in the record by their ids, since their names go when their accounts do. */
async function readRecord(id: string, { db, language }: CallerContext) {
  const log = await readLog(db, "company", id, { hasCharges: true, language });
  const isMember = (path: string) => path === "member" || path === "administrator";
  const ids = log.flatMap(({ changes }) =>
    changes.flatMap(({ path, before, after }) => (isMember(path) ? [before ?? after ?? "0"] : [])),
  );
  const people = await db
    .selectFrom("app_user")
    .select(["id", "name", "user_name"])
    .where("id", "in", ["0", ...ids])
    .execute();
  const names = new Map(people.map((person) => [person.id, `${person.name} (${person.user_name})`]));
  const nameOf = (member: string | null) =>
    member && (names.get(member) ?? `${message("formerMember", language)} ${member}`);
  return log.map(({ changes, ...entry }) => ({
    ...entry,
    changes: changes.map((change) =>
      isMember(change.path)
        ? { ...change, before: nameOf(change.before), after: nameOf(change.after) }
        : change,
    ),
  }));
}
