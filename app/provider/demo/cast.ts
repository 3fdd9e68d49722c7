import { type Kysely, sql } from "kysely";
import { pino } from "pino";
import type { Caller, CallerContext } from "../call/context.ts";
import { scopeOf } from "../call/scope.ts";
import { secretBox } from "../call/secret-box.ts";
import type { Database } from "../db/schema.ts";
import { FileMissing, type FileStore } from "../file-store/store.ts";
import { demoColleagues, demoUsers } from "./accounts.ts";

/** Finds the demonstration's people by user name, as callers of the provider. */
export async function demoCast(db: Kysely<Database>): Promise<(userName: string) => Caller> {
  const names = [...demoUsers, ...demoColleagues].map(({ userName }) => userName);
  const { rows } = await sql<Caller & { role: string; items: string[] }>`
    select u.id as "userId", u.user_name as "userName", u.name, u.company_id as "companyId",
      c.is_forwarder as "isForwarder", r.code as role,
      array(select m.menu_flag || m.name from role_menu rm join menu m on m.id = rm.menu_id
        where rm.role_id = r.id) as items,
      array(select a.res_code from company_access a where a.company_id = c.id) as "resourceCodes"
    from app_user u join company c on c.id = u.company_id join role r on r.id = u.role_id
    where u.user_name = any(${names})`.execute(db);
  const itemsOf = (items: string[], flag: string) =>
    items.filter((item) => item.startsWith(flag)).map((item) => item.slice(1));
  const people = new Map(
    rows.map(({ role, items, ...person }) => [
      person.userName,
      {
        ...person,
        roles: [role],
        menus: itemsOf(items, "1"),
        buttons: itemsOf(items, "0"),
        tokenHash: Buffer.alloc(32),
        session: null,
        program: null,
      },
    ]),
  );
  return (userName) => {
    const person = people.get(userName);
    if (!person) throw new Error(`The demonstration has no user ${userName}`);
    return person;
  };
}

/** Nobody in the demonstration attaches files. */
const noFiles: FileStore = {
  put: () => Promise.reject(new FileMissing()),
  get: () => Promise.reject(new FileMissing()),
  remove: () => Promise.resolve(),
};
/** Nobody in the demonstration has a second factor. */
const noSecrets = secretBox(["nothing is sealed with this"]);
const log = pino({ level: "silent" });

/** The context that a handler gets when this person calls at that time. */
export function callAt(db: Kysely<Database>, caller: Caller, now: Date): CallerContext {
  return {
    db,
    caller,
    scope: scopeOf(caller, "act"),
    now,
    log,
    outside: { privateHosts: [], dnsServers: [] },
    language: "en",
    clientAddress: "127.0.0.1",
    userAgent: "",
    publicUrl: "http://localhost:3000",
    bearerToken: null,
    secrets: noSecrets,
    files: noFiles,
    upload: null,
    idempotencyKey: null,
  };
}
