import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { placeAdd, placeSearch } from "#app/contract/place.ts";
import { loadWorldPlaces } from "#app/provider/reference/load-world.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { customer, desk, type Somebody } from "../quotes/fixture.ts";

const COMMAND = new URL("../../../app/provider/cli/place-add.ts", import.meta.url).pathname;

let provider: TestProvider;
let dana: Somebody;
let staff: Somebody;
beforeAll(async () => {
  provider = await startProvider();
  await loadWorldPlaces(provider.db);
  dana = await customer(provider, []);
  staff = await desk(provider);
});
afterAll(() => provider?.stop());

async function search(text: string, language: "en" | "zh" = "en", more: object = {}) {
  const answer = await provider.call(placeSearch, { text, ...more }, { token: dana.token, language });
  expect(answer.code).toBe(200);
  return answer.data.places;
}
const codes = async (...given: Parameters<typeof search>) => (await search(...given)).map(({ code }) => code);

describe("a search of places", () => {
  it.each([
    ["DEHAM", "DEHAM"],
    ["de ham", "DEHAM"],
    ["Hamburg (DEHAM)", "DEHAM"],
    ["汉堡 (DEHAM)", "DEHAM"],
    ["汉堡", "DEHAM"],
    ["FRA", "FRA"],
    ["sao paulo", "BRSAO"],
    ["sao paulo guarulhos", "GRU"],
    ["CNQDG", "CNTAO"],
    ["浦东", "PVG"],
    ["valparaiso", "CLVAP"],
    ["TRIBHUVAN int", "KTM"],
  ])("for %j finds %s first", async (text, code) => {
    expect((await codes(text))[0]).toBe(code);
  });

  it("puts well-known places before others of the same beginning", async () => {
    const found = await codes("san", "en", { limit: 20 });
    expect(found).toHaveLength(20);
    const firstOther = found.findIndex((code) => code.startsWith("PH"));
    for (const known of ["SFO", "CLSAI", "SCL"]) {
      expect(found).toContain(known);
      if (firstOther >= 0) expect(found.indexOf(known)).toBeLessThan(firstOther);
    }
  });

  it("says what the text names exactly, and names places in the caller's language", async () => {
    const [hamburg, ...others] = await search("汉堡", "zh");
    expect(hamburg).toMatchObject({
      code: "DEHAM",
      name: "汉堡",
      kind: "PORT",
      isExact: true,
      countryCode: "DE",
    });
    expect(others.filter(({ isExact }) => isExact)).toEqual([]);
    // Two places of one name: the caller has to choose.
    const exact = (await search("Manzanillo")).filter(({ isExact }) => isExact);
    expect(exact.map(({ code }) => code)).toContain("MXZLO");
    expect(exact.length).toBeGreaterThan(1);
    expect((await search("Hambu")).filter(({ isExact }) => isExact)).toEqual([]);
  });

  it("can be kept to a kind, and takes any text", async () => {
    expect(new Set((await search("shanghai", "en", { kind: "AIRPORT" })).map(({ kind }) => kind))).toEqual(
      new Set(["AIRPORT"]),
    );
    for (const text of ["'", "& | ! :*", "%_\\", "(", "\u0301", "x".repeat(100), "no such place at all"])
      expect(await search(text)).toEqual([]);
  });

  it("uses an index", async () => {
    const { rows } = await provider.database.pool.query(`
      explain select code from place where place_words(name, name_zh) @@ to_tsquery('simple', 'valpara:*')`);
    expect(JSON.stringify(rows)).toContain("place_words_key");
  });
});

const fresh = {
  code: "DEXXA",
  kind: "PORT",
  name: "Neuhafen",
  nameZh: "新港",
  countryCode: "DE",
  timeZone: "Europe/Berlin",
  latitude: "53.9",
  longitude: "8.7",
} as const;

describe("a place that is not known", () => {
  it("is added by the desk, with who added it, and is found at once", async () => {
    const added = await provider.call(placeAdd, fresh, { token: staff.token });
    expect(added).toMatchObject({ code: 200, data: { code: "DEXXA" } });
    expect((await search("新港", "zh"))[0]).toMatchObject({ code: "DEXXA", name: "新港", isExact: true });
    const row = await provider.db
      .selectFrom("place")
      .select(["added_by", "un_locode", "is_well_known", "latitude"])
      .where("code", "=", "DEXXA")
      .executeTakeFirst();
    expect(row).toEqual({ added_by: staff.id, un_locode: "DEXXA", is_well_known: true, latitude: 53.9 });
    const again = await provider.call(placeAdd, fresh, { token: staff.token });
    expect(again.code).toBe(409);
  });

  it.each([
    [{ code: "HAMBU" }, "countryCode"],
    [{ code: "DE1AB" }, "code"],
    [{ code: "ABCD", kind: "AIRPORT" }, "code"],
    [{ countryCode: "FR" }, "countryCode"],
    [{ timeZone: "Europe/Nowhere" }, "timeZone"],
    [{ longitude: "-128" }, "longitude"],
    [{ latitude: "91" }, "latitude"],
    [{ name: " " }, "name"],
  ])("is refused with %j, with the field", async (change, field) => {
    const answer = await provider.call(placeAdd, { ...fresh, code: "DEXXB", ...change } as typeof fresh, {
      token: staff.token,
    });
    expect(answer.code).toBe(400);
    expect(JSON.stringify(answer.data)).toContain(`"path":"${field}"`);
  });

  it("is added by the command, which names what is wrong in one line", { tags: "slow" }, async () => {
    const run = async (...given: string[]) => {
      const done = await promisify(execFile)(process.execPath, [COMMAND, ...given], {
        env: { ...process.env, DATABASE_URL: provider.database.url },
      }).catch((error) => error);
      return { status: done.code ?? 0, out: done.stdout, err: done.stderr };
    };
    const words = [
      "--code",
      "NZXXA",
      "--name",
      "New Quay",
      "--zone",
      "Pacific/Auckland",
      "--at",
      "-41.3,174.8",
    ];
    expect(await run(...words)).toEqual({ status: 0, out: "NZXXA New Quay was added\n", err: "" });
    expect((await search("New Quay"))[0]).toMatchObject({ code: "NZXXA", countryCode: "NZ" });
    expect(await run(...words)).toMatchObject({ status: 1, err: "NZXXA is known already\n" });
    const wrong = await run(
      "--code",
      "NZXXB",
      "--name",
      "X",
      "--zone",
      "Pacific/Auckland",
      "--at",
      "-41.3,-74.8",
    );
    expect(wrong.status).toBe(1);
    expect(wrong.err).toMatch(/^longitude: The position does not agree with the time zone.*\n$/);
    expect((await run()).err).toMatch(/^Missing or wrong: code, .*\n$/);
  });
});
