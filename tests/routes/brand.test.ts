import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deskPerson, drawing, saveLook, savePage, sendLogo } from "#tests/provider/brand/fixture.ts";
import { type Browser, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipper } from "#tests/support/shipper.ts";

const HOST = "freight.acme.test";

let provider: TestProvider;
let portal: TestPortal;
let acme: Awaited<ReturnType<typeof makeShipper>>;
let other: Awaited<ReturnType<typeof makeShipper>>;
let desk: Awaited<ReturnType<typeof deskPerson>>;
let visitor: Browser;
beforeAll(async () => {
  provider = await startProvider({ isRateLimited: false });
  portal = await startPortal(provider, {
    PUBLIC_URL: "http://portal.test",
    PRODUCT_NAME: "Operator",
    BRAND_COLOR: "#0b5cad",
    EMBEDDED_PAGES: JSON.stringify([
      {
        path: "ours",
        title: { en: "Ours", zh: "我们" },
        address: "https://127.0.0.1:9/ours",
        menu: "QUOTES",
      },
    ]),
  });
  acme = await makeShipper(provider, portal);
  other = await makeShipper(provider, portal);
  desk = await deskPerson(provider, "Ann Desk");
  await saveLook(provider, desk.token, acme.companyId, {
    nameEn: "Acme & <Sons>",
    nameZh: "顶峰货运",
    color: "#ffee00",
    host: HOST,
  });
  visitor = portal.visitor({ host: `${HOST}:8443` });
});
afterAll(() => provider?.stop());

const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1];
const iconOf = (html: string) =>
  /<link rel="icon" href="([^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
const frames = (headers: Headers) => /frame-src ([^;]+)/.exec(headers.get("content-security-policy")!)?.[1];

describe("people of a company", () => {
  test("see its name and colour on every page, with text that can be read on it", async () => {
    const { html, markup } = await acme.browser.get("/account/sessions");
    expect(titleOf(html)).toMatch(/ · Acme &amp; &lt;Sons&gt;$/);
    expect(markup).toContain("<span>Acme &amp; &lt;Sons&gt;</span>");
    expect(html).toMatch(/:root\{--brand:#ffee00;--on-brand:#000000;--ink:#[0-9a-f]{6}\}/);
    const manifest = JSON.parse((await acme.browser.get("/manifest.webmanifest")).html);
    expect(manifest).toMatchObject({ name: "Acme & <Sons>", theme_color: "#ffee00" });
  });

  test("in Chinese see the Chinese name", async () => {
    await acme.browser.post("/language", { language: "zh", redirect: "/" });
    expect(titleOf((await acme.browser.get("/account/sessions")).html)).toMatch(/ · 顶峰货运$/);
    await acme.browser.post("/language", { language: "en", redirect: "/" });
  });

  test("see it on public pages too, and when the company has changed it, on the next page", async () => {
    expect(titleOf((await acme.browser.get("/404")).html)).toContain("Acme");
    await saveLook(provider, desk.token, acme.companyId, {
      nameEn: "Acme New",
      color: "#ffee00",
      host: HOST,
    });
    expect(titleOf((await acme.browser.get("/account/sessions")).html)).toContain("Acme New");
    await saveLook(provider, desk.token, acme.companyId, {
      nameEn: "Acme & <Sons>",
      nameZh: "顶峰货运",
      color: "#ffee00",
      host: HOST,
    });
  });

  test("of another company see nothing of it, whatever host name they came by", async () => {
    const { html } = await other.browser.get("/account/sessions");
    expect(titleOf(html)).toMatch(/ · Operator$/);
    expect(html).toContain(":root{--brand:#0b5cad}");
    const atAcme = await other.browser.get("/account/sessions", { host: HOST });
    expect(titleOf(atAcme.html)).toMatch(/ · Operator$/);
    expect(atAcme.html).not.toContain("ffee00");
  });

  test("get the icon in the company's colour at an address that no other look has", async () => {
    const { html } = await acme.browser.get("/account/sessions");
    const icon = iconOf(html);
    expect(icon).toContain("color=ffee00");
    const answer = await other.browser.get(icon);
    expect(answer.headers.get("cache-control")).toContain("public");
    expect(answer.html).toContain('fill="#ffee00"');
    expect(answer.html).toContain('fill="#000000"');
    expect((await other.browser.get("/favicon.svg")).html).toContain('fill="#0b5cad"');
  });

  test("see the logo in place of sign and name", async () => {
    const { companyId, browser } = await makeShipper(provider, portal);
    await saveLook(provider, desk.token, companyId, { nameEn: "Logo Ltd" });
    await sendLogo(provider, desk.token, { companyId, version: 1 }, await drawing("#aa3300"));
    await sendLogo(provider, desk.token, { companyId, version: 2, scheme: "dark" }, await drawing("#eeeeee"));
    const { html, markup } = await browser.get("/account/sessions");
    const [, light = ""] = /<img src="([^"]+)" alt="Logo Ltd" class="logo"/.exec(markup) ?? [];
    expect(light).toMatch(/^\/logo\.webp\?of=[\w-]{22}$/);
    expect(markup).toMatch(/<source srcSet="\/logo\.webp[^>]*prefers-color-scheme:dark/i);
    const answer = await portal.visitor().get(light);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect(answer.headers.get("cache-control")).toContain("immutable");
    const icon = await portal.visitor().get(iconOf(html));
    expect(icon.headers.get("content-type")).toBe("image/png");
    for (const of of ["", "x".repeat(22), "../../etc/passwd"])
      expect((await portal.visitor().get(`/logo.webp?of=${encodeURIComponent(of)}`)).location).toBe("/404");
  });
});

describe("a visitor at the host name of a company", () => {
  test.each(["/home", "/login", "/forgotPassword", "/account/register", "/404", "/tracking/preview"])(
    "sees its look at %s",
    async (path) => {
      const { html, markup } = await visitor.get(path);
      expect(titleOf(html)).toContain("Acme &amp; &lt;Sons&gt;");
      expect(html).toContain("--brand:#ffee00");
      expect(markup).not.toContain("Operator");
    },
  );

  test("gets icons, manifest and pictures of it without a word in the address", async () => {
    expect((await visitor.get("/favicon.svg")).html).toContain("#ffee00");
    expect((await visitor.get("/world.svg")).html).toContain("#ffee00");
    expect(JSON.parse((await visitor.get("/manifest.webmanifest")).html).name).toBe("Acme & <Sons>");
  });

  test.each(["portal.test", "unknown.acme.test", "127.0.0.1:3000", "localhost", "x".repeat(200)])(
    "at %s sees the operator's",
    async (host) => {
      const { html } = await portal.visitor({ host }).get("/home");
      expect(html).toContain("Operator");
      expect(html).not.toContain("Acme");
    },
  );

  test("is led to the operator's host name for passkeys and sign-in by the company", async () => {
    for (const path of ["/login/passkey", "/login/company?company=x"]) {
      const { status, headers } = await visitor.get(path);
      expect([status, headers.get("location")]).toEqual([302, `http://portal.test${path}`]);
    }
    expect((await portal.visitor().get("/login/company")).status).toBe(200);
  });

  test("a thousand host names that are nobody's do not push out one that is somebody's", {
    tags: "slow",
  }, async () => {
    for (let count = 0; count < 1_100; count += 100)
      await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          portal.visitor({ host: `n${count + index}.nobody.test` }).get("/favicon.svg"),
        ),
      );
    await provider.db
      .updateTable("company_brand")
      .set({ name_en: "Changed" })
      .where("host", "=", HOST)
      .execute();
    // Kept for a minute: the provider was not asked again.
    expect(titleOf((await visitor.get("/404")).html)).toContain("Acme");
    await provider.db
      .updateTable("company_brand")
      .set({ name_en: "Acme & <Sons>" })
      .where("host", "=", HOST)
      .execute();
  });
});

describe("pages of a company", () => {
  beforeAll(async () => {
    await savePage(provider, desk.token, acme.companyId, {
      path: "theirs",
      title: { en: "Their rates", zh: "他们的运价" },
      address: "https://127.0.0.1:9/theirs",
    });
    await savePage(provider, desk.token, acme.companyId, {
      path: "ours",
      title: { en: "Taken", zh: "占用" },
      address: "https://taken.example/",
    });
  });

  test("stand below their menu, in a frame that the policy of this person's pages allows", async () => {
    const { markup, headers } = await acme.browser.get("/external/theirs?q=1");
    expect(markup).toMatch(/<a [^>]*href="\/external\/theirs"[^>]*>\s*Their rates/);
    expect(markup).toMatch(/<iframe[^>]*src="https:\/\/127\.0\.0\.1:9\/theirs\?q=1"/);
    expect(frames(headers)).toBe("'self' https://127.0.0.1:9 https://taken.example");
  });

  test("are nobody else's", async () => {
    const answer = await other.browser.get("/external/theirs");
    expect([answer.status, answer.location]).toEqual([302, "/404"]);
    const { markup, headers } = await other.browser.get("/external/ours");
    expect(markup).not.toContain("Their rates");
    expect(frames(headers)).toBe("'self' https://127.0.0.1:9");
    expect(frames((await portal.visitor().get("/home")).headers)).toBe("'self' https://127.0.0.1:9");
  });

  test("do not take the place of the operator's", async () => {
    const { markup } = await acme.browser.get("/external/ours");
    expect(markup).toContain("https://127.0.0.1:9/ours");
    expect(markup).not.toContain("taken.example");
  });

  test("need their menu", async () => {
    const { companyId, browser } = await makeShipper(provider, portal, { role: "viewer" });
    await savePage(provider, desk.token, companyId, { path: "money", menu: "BILLING" });
    expect((await browser.get("/external/money")).location).toBe("/404");
  });

  test("are loaded as documents, whose policy names them", async () => {
    const { status, headers, html } = await acme.browser.get("/external/theirs.data");
    expect(status).toBe(202);
    expect(headers.get("content-type")).toContain("text/x-script");
    expect(html).toContain("/external/theirs");
    expect(html).toContain("reload");
  });
});
