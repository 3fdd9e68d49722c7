import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { brandLogo, brandLogoRemove, brandOfHost, brandPageRemove, brandSave } from "#app/contract/brand.ts";
import { CODE_CONFLICT, CODE_FORBIDDEN, CODE_INVALID, CODE_NOT_FOUND } from "#app/contract/code.ts";
import { getUser } from "#app/contract/user.ts";
import { makeCompany } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { deskPerson, drawing, readLook, saveLook, savePage, sendLogo, someone } from "./fixture.ts";

let provider: TestProvider;
let ann: Awaited<ReturnType<typeof deskPerson>>;
let bob: Awaited<ReturnType<typeof deskPerson>>;
beforeAll(async () => {
  provider = await startProvider({
    publicUrl: "https://portal.forwarder.example",
    mailDomains: ["forwarder.example", "freight.example"],
  });
  ann = await deskPerson(provider, "Ann Desk");
  bob = await someone(provider, ann.companyId, "desk", "Bob Desk");
});
afterAll(() => provider?.stop());

const company = () => makeCompany(provider.db);
const brandOf = async (token: string) => (await provider.call(getUser, {}, { token })).data.brand;
const save = (companyId: string, given: Parameters<typeof saveLook>[3] = {}) =>
  saveLook(provider, ann.token, companyId, given);
const look = async (companyId: string) => (await readLook(provider, ann.token, companyId)).data;
const faultsOf = ({ data }: { data: unknown }) =>
  ((data as { fields?: { path: string }[] } | null)?.fields ?? []).map(({ path }) => path);

describe("a look", () => {
  test("is what people of the company get, and nobody else", async () => {
    const [acme, other] = [await company(), await company()];
    const [pat, sam] = [await someone(provider, acme), await someone(provider, other)];
    expect(await brandOf(pat.token)).toBeNull();
    await save(acme, {
      nameEn: "Acme Freight",
      nameZh: "顶峰货运",
      color: "#AA3300",
      host: "Freight.Acme.Example",
    });
    expect(await brandOf(pat.token)).toEqual({
      nameEn: "Acme Freight",
      nameZh: "顶峰货运",
      color: "#aa3300",
      logo: null,
      darkLogo: null,
      pages: [],
    });
    expect(await brandOf(sam.token)).toBeNull();
    expect(await brandOf(ann.token)).toBeNull();
  });

  test("is shown to strangers at its host name, without a word more", async () => {
    const acme = await company();
    await save(acme, { nameEn: "Acme", host: "shown.acme.example", senderName: "Acme Desk" });
    await savePage(provider, ann.token, acme);
    const at = async (host: string) => (await provider.call(brandOfHost, { host })).data.brand;
    expect(await at("SHOWN.acme.example")).toEqual({
      nameEn: "Acme",
      nameZh: null,
      color: null,
      logo: null,
      darkLogo: null,
    });
    for (const nonsense of ["acme.example", "", "a b", "x".repeat(253), "127.0.0.1", "%_", "null"])
      expect(await at(nonsense)).toBeNull();
  });

  test("in another version than was seen is refused, and names who changed it", async () => {
    const acme = await company();
    expect((await save(acme, { nameEn: "One" })).code).toBe(200);
    const late = await saveLook(provider, bob.token, acme, { nameEn: "Two", version: 0 });
    expect(late.code).toBe(CODE_CONFLICT);
    expect(late.message).toContain("Ann Desk");
    expect((await look(acme)).nameEn).toBe("One");
  });

  test("changed by two people at once keeps one change", async () => {
    const acme = await company();
    const codes = await Promise.all(
      [ann, bob, ann, bob].map(
        async ({ token }, index) =>
          (await saveLook(provider, token, acme, { nameEn: `N${index}`, version: 0 })).code,
      ),
    );
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.filter((code) => code === CODE_CONFLICT)).toHaveLength(3);
    expect((await look(acme)).version).toBe(1);
  });

  test("sent twice under one key is changed once", async () => {
    const acme = await company();
    const twice = () =>
      saveLook(provider, ann.token, acme, { nameEn: "Acme", version: 0 }, `twice-the-same-look-${acme}`);
    expect((await twice()).code).toBe(200);
    expect((await twice()).code).toBe(200);
    expect((await look(acme)).log).toHaveLength(1);
  });

  test("is no matter of customers, and of no company that is no customer", async () => {
    const acme = await company();
    const pat = await someone(provider, acme);
    expect((await saveLook(provider, pat.token, acme, { version: 0 })).code).toBe(CODE_FORBIDDEN);
    expect((await readLook(provider, ann.token, ann.companyId)).code).toBe(CODE_NOT_FOUND);
    expect((await saveLook(provider, ann.token, ann.companyId, { version: 0 })).code).toBe(CODE_NOT_FOUND);
    expect((await readLook(provider, ann.token, "99999999")).code).toBe(CODE_NOT_FOUND);
    expect((await readLook(provider, ann.token, "null")).code).toBe(CODE_INVALID);
  });

  test.each([
    ["a name with a line break", { nameEn: "Acme\r\nBcc: x@y.example" }],
    ["a name of 10,000 characters", { nameZh: "x".repeat(10_000) }],
    ["a colour with a style", { color: "#000000}body{" }],
    ["a sender's name with a line break", { senderName: "a\nb" }],
    ["a sender that is no address", { senderAddress: "acme" }],
  ])("with %s is refused", async (_, given) => {
    const answer = await save(await company(), given);
    expect(answer.code).toBe(CODE_INVALID);
  });

  test("has a sender of an allowed domain only", async () => {
    const acme = await company();
    expect((await look(acme)).senderDomains).toEqual(["forwarder.example", "freight.example"]);
    for (const senderAddress of [
      "acme@evil.example",
      "a@sub.forwarder.example",
      "a@forwarder.example.evil.example",
    ])
      expect(faultsOf(await save(acme, { senderAddress }))).toEqual(["senderAddress"]);
    expect((await save(acme, { senderAddress: "Acme@Freight.Example" })).code).toBe(200);
    expect((await look(acme)).senderAddress).toBe("acme@freight.example");
  });

  test("has a host name that is one, is not the portal's, and that no other customer has", async () => {
    const [acme, other] = [await company(), await company()];
    const bad = [
      "localhost",
      "10.0.0.1",
      "a b.example",
      "https://x.example",
      "x.example/p",
      "-x.example",
      "[::1]",
    ];
    for (const host of [...bad, "x.example:8080", "*.example.com", "portal.forwarder.example"])
      expect([host, faultsOf(await save(acme, { host }))]).toEqual([host, ["host"]]);
    expect((await save(acme, { host: "taken.example" })).code).toBe(200);
    expect(faultsOf(await save(other, { host: "TAKEN.example." }))).toEqual(["host"]);
    expect((await save(acme, { host: "" })).code).toBe(200);
    expect((await save(other, { host: "taken.example" })).code).toBe(200);
    expect((await save(acme, { host: "货运.example" })).code).toBe(200);
    expect((await look(acme)).host).toMatch(/^xn--/);
  });

  test("one host name asked for by two customers at once goes to one", async () => {
    const companies = await Promise.all([company(), company(), company()]);
    const answers = await Promise.all(
      companies.map((id) => saveLook(provider, ann.token, id, { host: "wanted.example", version: 0 })),
    );
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(answers.flatMap(faultsOf)).toEqual(["host", "host"]);
  });

  test("has a record of who changed what, the newest first", async () => {
    const acme = await company();
    await save(acme, { nameEn: "Acme", color: "#aa3300" });
    await saveLook(provider, bob.token, acme, { nameEn: "Acme", host: "record.example" });
    const { log } = await look(acme);
    expect(log.map(({ actor, action }) => [actor, action])).toEqual([
      ["Bob Desk", "look"],
      ["Ann Desk", "look"],
    ]);
    expect(log[0]!.changes).toEqual([
      { path: "color", before: "#aa3300", after: null },
      { path: "host", before: null, after: "record.example" },
    ]);
  });
});

describe("a logo", () => {
  const picture = async (drawing: string, as: "logo" | "icon") => {
    const answer = await fetch(`${provider.apiUrl}${brandLogo.path}`, {
      method: "POST",
      body: new URLSearchParams({ drawing, as }),
    });
    return { type: answer.headers.get("content-type"), bytes: Buffer.from(await answer.arrayBuffer()) };
  };

  test("is drawn anew, with an icon, and everybody may see it by its name", async () => {
    const acme = await company();
    expect(
      await sendLogo(provider, ann.token, { companyId: acme, version: 0 }, await drawing("#aa3300")),
    ).toMatchObject({
      code: 200,
    });
    const { logo, darkLogo, version } = await look(acme);
    expect([darkLogo, version]).toEqual([null, 1]);
    const shown = await picture(logo!, "logo");
    expect(shown.type).toBe("image/webp");
    expect(await sharp(shown.bytes).metadata()).toMatchObject({ format: "webp", width: 288, height: 96 });
    const icon = await picture(logo!, "icon");
    expect(await sharp(icon.bytes).metadata()).toMatchObject({ format: "png", width: 512, height: 512 });
    expect((await picture("x".repeat(22), "logo")).type).toContain("json");
  });

  test("of dark pages is another, and both can be removed", async () => {
    const acme = await company();
    await sendLogo(provider, ann.token, { companyId: acme, version: 0 }, await drawing("#111111"));
    await sendLogo(
      provider,
      ann.token,
      { companyId: acme, version: 1, scheme: "dark" },
      await drawing("#eeeeee"),
    );
    const before = await look(acme);
    expect(before.darkLogo).not.toBe(before.logo);
    const remove = (scheme: "light" | "dark", version: number) =>
      provider.call(brandLogoRemove, { companyId: acme, scheme, version }, { token: ann.token });
    expect((await remove("light", 1)).code).toBe(CODE_CONFLICT);
    expect((await remove("light", 2)).code).toBe(200);
    expect((await remove("dark", 3)).code).toBe(200);
    expect(await look(acme)).toMatchObject({ logo: null, darkLogo: null });
    expect((await look(acme)).log.map(({ action }) => action)).toEqual([
      "logoRemoved.dark",
      "logoRemoved.light",
      "logo.dark",
      "logo.light",
    ]);
  });

  test("sent again is done already, and another of an old version is refused", async () => {
    const acme = await company();
    const red = await drawing("#ff0000");
    for (const _ of [1, 2])
      expect((await sendLogo(provider, ann.token, { companyId: acme, version: 0 }, red)).code).toBe(200);
    expect((await look(acme)).version).toBe(1);
    const blue = await drawing("#0000ff");
    expect((await sendLogo(provider, bob.token, { companyId: acme, version: 0 }, blue)).code).toBe(
      CODE_CONFLICT,
    );
  });

  test("is a picture of up to 1 MB, by its content", async () => {
    const acme = await company();
    const given: [string, Uint8Array][] = [
      ["an empty file", new Uint8Array()],
      ["a page", Buffer.from("<html><script>alert(1)</script></html>")],
      ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>')],
      [
        "a GIF",
        await sharp(await drawing("#ff0000", 9, 9))
          .gif()
          .toBuffer(),
      ],
      ["half a PNG", (await drawing("#ff0000")).subarray(0, 200)],
      ["1 MB and more", Buffer.alloc(1024 * 1024 + 1)],
    ];
    for (const [name, content] of given)
      expect([
        name,
        (await sendLogo(provider, ann.token, { companyId: acme, version: 0 }, content)).code,
      ]).toEqual([name, CODE_INVALID]);
    expect((await look(acme)).version).toBe(0);
  });

  test("is set by the desk only, of customers only", async () => {
    const acme = await company();
    const pat = await someone(provider, acme);
    const red = await drawing("#ff0000", 9, 9);
    expect((await sendLogo(provider, pat.token, { companyId: acme, version: 0 }, red)).code).toBe(
      CODE_FORBIDDEN,
    );
    const own = { companyId: ann.companyId, version: 0 };
    expect((await sendLogo(provider, ann.token, own, red)).code).toBe(CODE_NOT_FOUND);
    const odd = { companyId: acme, version: 0, scheme: "pink" };
    expect((await sendLogo(provider, ann.token, odd, red)).code).toBe(CODE_INVALID);
  });
});

describe("pages of a company", () => {
  test("are its people's, in their order", async () => {
    const [acme, other] = [await company(), await company()];
    const [pat, sam] = [await someone(provider, acme), await someone(provider, other)];
    for (const path of ["one", "two", "three"]) await savePage(provider, ann.token, acme, { path });
    const paths = async (token: string) => (await brandOf(token))?.pages.map(({ path }) => path);
    expect(await paths(pat.token)).toEqual(["one", "two", "three"]);
    const { pages } = await look(acme);
    await savePage(provider, ann.token, acme, { id: pages[2]!.id, path: "three", place: 1 });
    expect(await paths(pat.token)).toEqual(["three", "one", "two"]);
    expect(await paths(sam.token)).toBeUndefined();
    const version = (await look(acme)).version;
    const gone = await provider.call(
      brandPageRemove,
      { companyId: acme, version, id: pages[0]!.id },
      { token: ann.token },
    );
    expect(gone.code).toBe(200);
    expect(await paths(pat.token)).toEqual(["three", "two"]);
    expect((await look(acme)).log[0]).toMatchObject({ action: "pageRemoved" });
  });

  test.each([
    ["http", { address: "http://rates.example/" }],
    ["no address", { address: "" }],
    ["half an address", { address: "https://" }],
    ["a script", { address: "javascript:alert(1)" }],
    ["a name in the address", { address: "https://pat@rates.example/" }],
    ["an address of 10,000 characters", { address: `https://rates.example/${"x".repeat(10_000)}` }],
    ["a path with a slash", { path: "a/b" }],
    ["no title", { title: { en: " ", zh: "x" } }],
    ["a menu that is none", { menu: "NOTHING" as "QUOTES" }],
  ])("with %s are refused", async (_, given) => {
    expect((await savePage(provider, ann.token, await company(), given)).code).toBe(CODE_INVALID);
  });

  test("have a path each, and are at most twenty", async () => {
    const acme = await company();
    await savePage(provider, ann.token, acme);
    expect(faultsOf(await savePage(provider, ann.token, acme))).toEqual(["path"]);
    for (let count = 1; count < 20; count++)
      expect((await savePage(provider, ann.token, acme, { path: `p${count}` })).code).toBe(200);
    const full = await savePage(provider, ann.token, acme, { path: "more" });
    expect([full.code, full.message]).toEqual([CODE_INVALID, expect.stringContaining("20")]);
  });

  test("of another company are not there, and a version that is not the present one is refused", async () => {
    const [acme, other] = [await company(), await company()];
    await savePage(provider, ann.token, acme);
    const { pages } = await look(acme);
    await save(other);
    expect((await savePage(provider, ann.token, other, { id: pages[0]!.id })).code).toBe(CODE_NOT_FOUND);
    expect((await savePage(provider, bob.token, acme, { path: "x", version: 0 })).code).toBe(CODE_CONFLICT);
    const call = { companyId: other, version: 1, id: pages[0]!.id };
    expect((await provider.call(brandPageRemove, call, { token: ann.token })).code).toBe(CODE_NOT_FOUND);
  });
});

test("a company that is deleted takes its look with it", async () => {
  const acme = await company();
  await saveLook(provider, ann.token, acme, { nameEn: "Acme", host: "gone.example" });
  await savePage(provider, ann.token, acme);
  await provider.db.deleteFrom("company").where("id", "=", acme).execute();
  expect((await provider.call(brandOfHost, { host: "gone.example" })).data.brand).toBeNull();
});

test("a save without a version is refused", async () => {
  const call = { companyId: await company(), nameEn: "", nameZh: "", color: "", senderName: "" };
  const answer = await provider.call(
    brandSave,
    { ...call, senderAddress: "", host: "", version: null as unknown as number },
    { token: ann.token },
  );
  expect(answer.code).toBe(CODE_INVALID);
});
