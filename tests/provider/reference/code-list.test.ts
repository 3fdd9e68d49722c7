import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { csvTable } from "#app/provider/files/csv-rows.ts";
import { searchPlaces } from "#app/provider/places/search.ts";
import { addPlace } from "#app/provider/reference/add-place.ts";
import { loadReference } from "#app/provider/reference/load.ts";
import { loadCodeList } from "#app/provider/reference/load-code-list.ts";
import { placeNames, placeOf } from "#app/provider/reference/place-names.ts";
import { NotTheCodeList, placesOfList } from "#app/provider/reference/un-locode-list.ts";
import { type TestDatabase, testDatabase } from "#tests/support/database.ts";

const COMMAND = new URL("../../../app/provider/cli/place-list.ts", import.meta.url).pathname;

/** Rows of UN/LOCODE in the form that UNECE publishes: without a head, with rows of countries and of references. */
const LIST = `,"AL",,".ALBANIA",,,,,,,,
,"AL","DRZ","Durrës","Durres",,"1-------","RL","0103",,,
,"AL","NPP","Elbasan","Elbasan","EL","-23-----","RL","1101",,"4106N 02004E",
,"AL","BRT","Berat","Berat","BR","--3--6--","RL","0701",,"4043N 01957E",
,"AL","KRC","Korçë","Korce","KO","--3-----","RL","0501",,"4037N 02046E",
,"AL","SHZ","Shkozet","Shkozet","KA","-----6--","RL","1201",,"4162N 01934E",
,"CZ","SHC","Tehovec","Tehovec","ST","-----6--","RL","0901",,"4959N 14440E",
,"AF","BST","Bost","Bost",,"---4----","AI","9912",,,
,"AX","MHQ","Maarianhamina (Mariehamn)","Maarianhamina (Mariehamn)",,"1--4----","AI","1207",,"6006N 01957E",
,"AX","MHQ","Mariehamn (Maarianhamina)","Mariehamn (Maarianhamina)",,"1--4----","AI","1207",,"6006N 01957E",
"=","AX",,"Aland = Ahvenanmaa","Aland = Ahvenanmaa",,,,,,,
,"CN","SHA","Shanghai","Shanghai","SH","12345---","AI","0601",,"3114N 12129E",
,"CN","QIN","Qingdao","Qingdao","SD","1-------","RL","0001",,"3604N 12019E",
,"CN","AAT","Altay","Altay","XJ","---4----","AI","0001",,"4744N 08805E",
,"US","STO","Stockton","Stockton","CA","123-----","AI","9401",,"3757N 12117W",
,"US","SKK","Sacramento","Sacramento","CA","-2------","AI","9401",,,
,"US","QQZ","Somewhere","Somewhere",,"-2------","RQ","9401",,,
,"IN","TKD","Tughlakabad","Tughlakabad","DL","-2---6--","RL","0001",,,
,"IN","DRI","Dadri","Dadri","UP","-----6--","RL","0001",,"2834N 07733E",
"X","DE","XYQ","Altstadt","Altstadt","NI","1-------","XX","0001",,"5330N 00959E",
,"DE","OBK","Oberkirch","Oberkirch","BW","-23-----","RL","0001",,,
`;
const HEAD =
  "Change,Country,Location,Name,NameWoDiacritics,Subdivision,Status,Function,Date,IATA,Coordinates,Remarks";

const listed = (text: string) => placesOfList([csvTable(text)]);
const byCode = (text: string) => new Map(listed(text).places.map((place) => [place.code, place]));

describe("the code list of UN/LOCODE", () => {
  test("gives ports, airports, rail and inland terminals with their zones", () => {
    const places = byCode(LIST);
    expect([...places.keys()].toSorted()).toEqual(
      "AFBST ALBRT ALDRZ ALNPP ALSHZ AXMHQ CNAAT CNSHA CZSHC DEOBK INDRI INTKD USSKK USSTO".split(" "),
    );
    expect(places.get("ALDRZ")).toMatchObject({ kind: "PORT", name: "Durrës", time_zone: "Europe/Tirane" });
    expect(places.get("ALBRT")).toMatchObject({ kind: "INLAND", latitude: 40.7167, longitude: 19.95 });
    expect(places.get("AXMHQ")).toMatchObject({
      name: "Maarianhamina (Mariehamn)",
      time_zone: "Europe/Mariehamn",
    });
    expect(places.get("CNAAT")).toMatchObject({ time_zone: "Asia/Shanghai", latitude: 47.7333 });
    expect(listed(LIST).leftOut).toEqual({
      noTransport: 1,
      withdrawn: 1,
      secondCode: 1,
      noZone: 1,
      wrongCode: 0,
    });
  });

  test("has no position that lies in another country, or has 62 minutes", () => {
    const places = byCode(LIST);
    for (const code of ["CZSHC", "ALSHZ"])
      expect(places.get(code)).toMatchObject({ latitude: null, longitude: null });
    expect(places.get("CZSHC")).toMatchObject({ time_zone: "Europe/Prague" });
  });

  test("takes a zone without a position from the subdivision, or the country's one clock", () => {
    const places = byCode(LIST);
    expect(places.get("USSKK")).toMatchObject({ time_zone: "America/Los_Angeles" });
    expect(places.get("DEOBK")).toMatchObject({ time_zone: "Europe/Berlin" });
    // By the name that positions have, as the rest of our places.
    expect(places.get("INTKD")).toMatchObject({ time_zone: "Asia/Kolkata" });
    expect(places.has("USQQZ")).toBe(false);
  });

  test("is read by its head where it has one", () => {
    const text = `${HEAD}\n,AL,NPP,Elbasan,Elbasan,EL,RL,-23-----,1101,,4106N 02004E,\n`;
    expect(byCode(text).get("ALNPP")).toMatchObject({ kind: "INLAND", latitude: 41.1 });
  });

  test.each([
    ["", "nothing"],
    ["code,name\nDEHAM,Hamburg\n", "another list"],
    ["\0\x01\x02", "no text"],
  ])("is not %j (%s)", (text) => {
    expect(() => listed(text)).toThrow(NotTheCodeList);
  });
});

describe("loading it", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await loadReference(database.db);
  });
  afterAll(() => database.drop());
  const select = (code: string) =>
    database.db.selectFrom("place").selectAll().where("code", "=", code).executeTakeFirst();
  const load = (text: string) => loadCodeList(database.db, listed(text).places, "test");

  test("adds what is not known, and leaves alone what is ours", async () => {
    expect(await load(LIST)).toEqual({ added: 13, changed: 0, noZone: 0 });
    expect(await select("CNSHA")).toMatchObject({ name_zh: "上海", is_from_code_list: false });
    expect(await select("ALDRZ")).toMatchObject({ is_well_known: false, is_from_code_list: true });
    expect(await load(LIST)).toEqual({ added: 0, changed: 0, noZone: 0 });
  });

  test("changes what an earlier edition added, and nothing else", async () => {
    await database.db
      .updateTable("place")
      .set({ name: "Port of Durrës", is_from_code_list: false })
      .where("code", "=", "ALDRZ")
      .execute();
    const newer = LIST.replace('"Durrës"', '"Durazzo"').replace('"Berat"', '"Berati"');
    expect(await load(newer)).toEqual({ added: 0, changed: 1, noZone: 0 });
    expect(await select("ALDRZ")).toMatchObject({ name: "Port of Durrës" });
    expect(await select("ALBRT")).toMatchObject({ name: "Berati", name_zh: "Berati" });
  });

  test("its places are found by code and by name, where no place of ours has the name", async () => {
    const { db } = database;
    const text = `,"DE","HXM","Hamburg","Hamburg","BY","-23-----","RL","0001",,"4915N 01130E",\n`;
    expect(await load(LIST + text)).toMatchObject({ added: 1 });
    expect((await placeNames(db, "en", ["ALBRT"])).of("ALBRT")).toMatchObject({
      name: "Berat",
      timeZone: "Europe/Tirane",
    });
    for (const typed of ["Elbasan", "elbasan ", "ALNPP", "Elbasan (ALNPP)"])
      expect(await placeOf(db, typed, "OCEAN"), typed).toEqual({ code: "ALNPP" });
    expect(await placeOf(db, "Korce", "TRUCK")).toMatchObject({ fault: "placeUnknown" });
    expect(await placeOf(db, "Hamburg", "TRUCK")).toEqual({ code: "DEHAM" });
    expect(await placeOf(db, "DEHXM", "TRUCK")).toEqual({ code: "DEHXM" });
    expect(await placeOf(db, "Berat (ALNPP)", "TRUCK")).toMatchObject({ fault: "placeUnknown" });
    const search = async (typed: string) =>
      (await searchPlaces(db, { text: typed, limit: 10 }, "en")).places.filter(({ isExact }) => isExact);
    expect((await search("hamburg")).map(({ code }) => code)).toEqual(["DEHAM"]);
    expect((await search("elbasan")).map(({ code }) => code)).toEqual(["ALNPP"]);
  });

  test("a place of the list keeps its name while the others are read again", async () => {
    const { db } = database;
    const names = await placeNames(db, "en", ["ALNPP", "INDRI"]);
    await db.updateTable("place").set({ name: "Dadri ICD" }).where("code", "=", "INDRI").execute();
    // Another call meets a place that the desk has added, and reads all of them.
    await addPlace(
      db,
      {
        code: "DEXXZ",
        kind: "PORT",
        name: "Neuhafen",
        nameZh: "新港",
        countryCode: "DE",
        timeZone: "Europe/Berlin",
        latitude: 53.9,
        longitude: 8.7,
      },
      { by: null, now: new Date() },
    );
    expect((await placeNames(db, "en", ["DEXXZ"])).of("DEXXZ").name).toBe("Neuhafen");
    expect(names.of("ALNPP")).toMatchObject({ name: "Elbasan", timeZone: "Europe/Tirane" });
    expect(names.of("INDRI").name).toBe("Dadri ICD");
  });

  test("is one command, for the parts in Windows-1252", { tags: "slow" }, async () => {
    const folder = await mkdtemp(join(tmpdir(), "code-list-"));
    const run = async (...files: string[]) => {
      const done = await promisify(execFile)(process.execPath, [COMMAND, ...files], {
        env: { ...process.env, DATABASE_URL: database.url },
      }).catch((error) => error);
      return { status: done.code ?? 0, out: done.stdout, err: done.stderr };
    };
    try {
      const part = join(folder, "2024-2 UNLOCODE CodeListPart1.csv");
      await writeFile(
        part,
        Buffer.from(`${LIST},"AL","FAK","Farkë","Farke",,"1-------","RL","0001",,,\n`, "latin1"),
      );
      const done = await run(part);
      expect(done).toMatchObject({ status: 0, err: "" });
      expect(done.out).toMatch(
        /^\d+ places were added, \d+ changed, \d+ stayed as they were\nLeft out: 1 without/,
      );
      expect(await select("ALFAK")).toMatchObject({ name: "Farkë" });
      await writeFile(part, "a,b\n1,2\n");
      expect(await run(part)).toMatchObject({
        status: 1,
        err: expect.stringMatching(/^No code list of UN\/LOCODE/),
      });
      expect(await run(join(folder, "none.zip"))).toMatchObject({
        status: 1,
        err: expect.stringContaining("cannot be read"),
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
