import { describe, expect, it } from "vitest";
import { LOCKS_TO_CHANGE } from "#tests/support/distribution/locks.ts";
import { type LockPlace, locksInCode } from "#tests/support/distribution/locks-in-code.ts";
import { DISTRIBUTION, isDistributed } from "#tests/support/distribution/plan.ts";
import { parseModule, readModules } from "#tests/support/source-module.ts";

/**
 * Every lock, upsert and claim of a job against the plan of app/decisions/scale-and-sizing.md. Rows of
 * local, reference and directory tables are locked as today. The demonstration stays in one database.
 */

const modules = readModules(["app/provider"]).filter(
  ({ path }) => !/^app\/provider\/(db\/migrations|demo)\//.test(path),
);
const places = modules.flatMap(locksInCode);

const keyOf = ({ path, kind, of }: LockPlace) => `${path.replace("app/provider/", "")} ${kind} ${of}`;

/** Whether one server that is asked without a company could not do it. */
function isToChange({ kind, of, namesCompany }: LockPlace): boolean {
  if (kind === "advisory" || of === "?") return true;
  if (kind === "whole table") return DISTRIBUTION[of]?.as !== "local";
  return isDistributed(DISTRIBUTION, of) && !namesCompany;
}

const unlisted = (found: readonly LockPlace[]) =>
  found
    .filter(isToChange)
    .filter((place) => !(keyOf(place) in LOCKS_TO_CHANGE))
    .map((place) => `${place.at} ${place.kind} ${place.of}`);

describe("locks, upserts and claims of jobs", () => {
  it("name a company, or are listed with what becomes of them", () => {
    expect(places.length).toBeGreaterThan(150);
    expect(unlisted(places)).toEqual([]);
  });

  it("are listed only while they are there", () => {
    const needed = new Set(places.filter(isToChange).map(keyOf));
    expect(Object.keys(LOCKS_TO_CHANGE).filter((key) => !needed.has(key))).toEqual([]);
  });

  it("are of tables of the plan", () => {
    expect(
      places
        .filter(({ kind, of }) => kind !== "advisory" && of !== "?" && !(of in DISTRIBUTION))
        .map(({ at, of }) => `${at} ${of}`),
    ).toEqual([]);
  });

  it("are all found: none stands in a text that is not looked at", () => {
    const said =
      /\.(?:forUpdate|forNoKeyUpdate|forShare|forKeyShare|onConflict)\(|\bon conflict\b|\bfor (?:no key )?(?:update|share)\b|advisory_(?:xact_)?lock\b|\block table\b|\bmerge into\b/gi;
    const missed = modules.flatMap(({ path, text }) => {
      const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*(?:\/\/|--).*$/gm, "");
      const written = [...code.matchAll(said)].length;
      const found = places.filter((place) => place.path === path).length;
      return written === found ? [] : [`${path}: ${written} written, ${found} found`];
    });
    expect(missed).toEqual([]);
  });

  it.each([
    [
      "a lock by id",
      'db.selectFrom("shipment").select("company_id").where("id", "=", id).forUpdate().execute();',
      ["lock shipment"],
    ],
    [
      "a lock only sometimes",
      'db.selectFrom("invoice as i").where("i.id", "=", id).$if(isLocked, (query) => query.forUpdate()).execute();',
      ["lock invoice"],
    ],
    [
      "a lock of a joined table",
      'db.selectFrom("company as c").innerJoin("party as p", "p.company_id", "c.id").forUpdate("p").execute();',
      ["lock party"],
    ],
    ["a claim of a job", "sql`select id from booking limit 1 for update skip locked`;", ["claim booking"]],
    [
      "an upsert of a row of a shipment",
      'db.insertInto("shipment_cargo").values(row).onConflict((oc) => oc.doNothing()).execute();',
      ["upsert shipment_cargo"],
    ],
    [
      "an upsert in SQL",
      "sql`insert into event (event_id) values (1) on conflict do nothing`;",
      ["upsert event"],
    ],
    [
      "an advisory lock",
      "sql`select pg_advisory_xact_lock(hashtext('fairlead depots'))`;",
      ["advisory fairlead depots"],
    ],
    ["a lock of a whole table", "sql`lock table booking in exclusive mode`;", ["whole table booking"]],
    [
      "a statement of a client",
      'client.query("select from team where id = $1 for share", [id]);',
      ["lock team"],
    ],
  ])("are watched: %s is found", (_, statement, found) => {
    const planted = locksInCode(parseModule("app/provider/depots/store.ts", statement));
    expect(unlisted(planted)).toEqual(found.map((each) => `app/provider/depots/store.ts:1 ${each}`));
  });

  it.each([
    'db.selectFrom("booking").where("company_id", "=", companyId).where("id", "=", id).forUpdate().execute();',
    "sql`select id from shipment where company_id = 1 and id = 2 for update`;",
    'db.selectFrom("quote as q").where(seenRows(scope, "q.company_id")).forUpdate("q").execute();',
    "sql`insert into party (company_id, code) values (1, 'SHA') on conflict do nothing`;",
    "sql`select from mail_outbox limit 1 for update skip locked`;",
  ])("pass when they name a company, or need none: %s", (statement) => {
    expect(unlisted(locksInCode(parseModule("app/provider/depots/store.ts", statement)))).toEqual([]);
  });
});
