import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, PASSWORD, productUrl, test } from "../support/journey.ts";

/** Uses the product with curl and a cookie jar only. */
interface Page {
  status: number;
  /** Path and query at which the redirects ended. */
  path: string;
  html: string;
}

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "fairlead-curl-"));
});
test.afterEach(() => rm(folder, { recursive: true }));

/** Follows redirects by separate calls: with -L, curl reads the jar again and restores a deleted cookie. */
async function curl(path: string, ...args: string[]): Promise<Page> {
  const jar = join(folder, "cookies");
  const mark = "\n--- ";
  const format = `${mark}%{http_code} %{redirect_url}`;
  const url = new URL(path, productUrl());
  const { stdout } = await promisify(execFile)(
    "curl",
    ["-sS", "-b", jar, "-c", jar, "-w", format, ...args, url.href],
    { maxBuffer: 1e8 },
  );
  const end = stdout.lastIndexOf(mark);
  const [status, redirect] = stdout.slice(end + mark.length).split(" ");
  if (redirect) return curl(redirect);
  return { status: Number(status), path: url.pathname + url.search, html: stdout.slice(0, end) };
}

/** Sends a form of a page with its hidden fields. A form without an action is sent to its page. */
function send(page: Page, action: string, fields: Record<string, string>): Promise<Page> {
  const forms = page.html.match(/<form\b.*?<\/form>/gs) ?? [];
  const actionOf = (form: string) =>
    /^<form[^>]* action="([^"?]+)/.exec(form)?.[1] ?? page.path.split("?")[0];
  const form = forms.find((each) => /^<form[^>]* method="post"/.test(each) && actionOf(each) === action);
  expect(form, `a form to ${action} on ${page.path}`).toBeDefined();
  const hidden = [...(form ?? "").matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
    ([, name = "", value = ""]): [string, string] => [name, unescapeHtml(value)],
  );
  const all = Object.entries({ ...Object.fromEntries(hidden), ...fields });
  return curl(action, ...all.flatMap(([name, value]) => ["--data-urlencode", `${name}=${value}`]));
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&amp;", "&");
}

function firstLink(page: Page, pattern: RegExp): string {
  const links = [...page.html.matchAll(/href="([^"]+)"/g)].map(([, href = ""]) => unescapeHtml(href));
  const found = links.find((href) => pattern.test(href));
  expect(found, `a link like ${pattern} on ${page.path}`).toBeDefined();
  return found ?? "";
}

test("curl with a cookie jar signs in, searches, pages, opens a shipment, changes language and logs out", {
  tag: "@all",
}, async () => {
  const login = await curl("/login");
  const start = await send(login, "/login", { userName: "demo", password: PASSWORD });
  expect(start).toMatchObject({ status: 200, path: "/dashboard" });

  const list = await curl("/shipments/index");
  // Of the demonstration: other journeys make shipments whose further numbers are alike.
  const house = /\bFLD[A-Z]{3}\d{5,}\b/.exec(list.html.slice(list.html.indexOf("<tbody")))?.[0] ?? "";
  const second = await curl(firstLink(list, /[?&]page=2\b/));
  expect(second.status).toBe(200);
  const firstOf = (page: Page) => firstLink(page, /^\/shipments\/detail\/\d+/);
  expect(firstOf(second)).not.toBe(firstOf(list));

  const found = await curl(`/shipments/index?keyword=${house}`);
  expect(found.html.match(/\/shipments\/detail\/\d+/g)).toHaveLength(1);

  const detail = await curl(firstOf(list));
  expect(detail.status).toBe(200);
  expect(detail.html).toMatch(/Cargo/);

  const chinese = await send(detail, "/language", { language: "zh" });
  expect(chinese.path).toBe(detail.path);
  expect(chinese.html).toMatch(/<html[^>]* lang="zh-CN"/);
  const english = await send(chinese, "/language", { language: "en" });
  expect(english.html).toMatch(/<html[^>]* lang="en"/);

  const question = await curl(firstLink(english, /^\/logout\?/));
  const out = await send(question, "/logout", {});
  expect(out.path).toBe(`/home?redirect=${encodeURIComponent(detail.path)}`);
  expect((await curl("/shipments/index")).path).toMatch(/^\/home\?redirect=/);
});

test("a form without the page's own request id is refused", { tag: "@all" }, async () => {
  const refused = await curl(
    "/login",
    "--data-urlencode",
    "userName=demo",
    "--data-urlencode",
    `password=${PASSWORD}`,
  );
  expect(refused.status).toBe(403);
});
