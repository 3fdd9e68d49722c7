import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { unreadBadge } from "#app/access/navigation.ts";
import { buttonCodes, menuNames, resourceCodes } from "#app/contract/access.ts";
import { PASSWORD_MIN_LENGTH } from "#app/contract/auth.ts";
import { type Endpoint, RETRY_DELAY_MS } from "#app/contract/endpoint.ts";
import { LIMITS } from "#app/contract/freight-code.ts";
import { STREAMED_ROWS } from "#app/contract/list-file.ts";
import { messageSend, messageUpload, newInquiry, teamCreate, teamOfSubject } from "#app/contract/message.ts";
import { channelTypes, MESSAGE_MAX_LENGTH } from "#app/contract/message-code.ts";
import { RECIPIENTS_MAX, RULES_MAX } from "#app/contract/notification-code.ts";
import { HEARTBEAT_MS, REALTIME_PATH, RECONNECT_DELAY_MS } from "#app/contract/realtime-code.ts";
import { getUser } from "#app/contract/user.ts";
import { QUOTE_ANSWER_BY_HOURS, QUOTE_ANSWER_FROM_HOURS } from "#app/lib/quote-state.ts";
import { endpoints } from "#tests/support/endpoints.ts";
import { routeTable } from "#tests/support/route-table.ts";

/** Compares docs/product.md with the routes, the calls and the constants that it names. */
const page = readFileSync("docs/product.md", "utf8");

/** Addresses that are answered without a line in `app/routes.ts`, and by whom. */
const answeredElsewhere = new Map([[REALTIME_PATH, "the provider's websocket"]]);

/** "/a/{b,c/{id}}" as /a/b and /a/c/{}: braces with a comma are alternatives, others a value. */
function expanded(text: string): string[] {
  let depth = 0;
  const start = text.indexOf("{");
  if (start < 0) return [text];
  const parts = [""];
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at]!;
    if (sign === "}") depth -= 1;
    if (depth === 0 && sign === "}") {
      const middles = parts.length > 1 ? parts.flatMap(expanded) : ["\0"];
      const ends = expanded(text.slice(at + 1));
      return middles.flatMap((middle) => ends.map((end) => text.slice(0, start) + middle + end));
    }
    if (depth === 1 && sign === ",") parts.push("");
    else if (depth > 0) parts[parts.length - 1] += sign;
    if (sign === "{") depth += 1;
  }
  throw new Error(`A brace of ${text} is not closed`);
}

/** Addresses and calls with `{}` in place of each value. */
const written = (text: string) => expanded(text).map((one) => one.replaceAll("\0", "{}"));
const withoutNames = (path: string) => path.replace(/:\w+|\{\w+\}/g, "{}");

/** What stands in backticks; a line break counts as a space. */
const quoted = (text: string) =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code!.replace(/\s+/g, " "));

const routes = new Set((await routeTable()).map(({ pattern }) => withoutNames(pattern)));

function addressesOf(text: string): string[] {
  return quoted(text)
    .filter((code) => code.startsWith("/"))
    .flatMap((code) => written(code.replace(/\?.*/, "")));
}

const lostAddresses = (text: string) =>
  addressesOf(text).filter((address) => !routes.has(address) && !answeredElsewhere.has(address));

const bases = { api: "", tracking: "{tracking_api}/", root: "/" } as const;
const addressOf = ({ service, path }: Endpoint) => bases[service] + withoutNames(path).slice(1);
const calls = new Map(endpoints.map((endpoint) => [addressOf(endpoint), endpoint]));

/** A call is written as `teams/channels`, `{tracking_api}/api/...` or `GET /user/info`. */
const CALL = /^(GET |POST )?((?:\{tracking_api\})?\/?[A-Za-z]+\/[\w{},/]+)$/;

function callsOf(text: string): { method: string | undefined; address: string }[] {
  return quoted(text).flatMap((code) => {
    const [, method, address] = CALL.exec(code) ?? [];
    if (!address || (code.startsWith("/") && !method)) return [];
    const base = address.startsWith(bases.tracking) ? bases.tracking : "";
    return written(address.slice(base.length)).map((path) => ({
      method: method?.trim(),
      address: base + path,
    }));
  });
}

const lostCalls = (text: string) =>
  callsOf(text)
    .filter(({ method, address }) => {
      const call = calls.get(address);
      return !call || (method !== undefined && call.method !== method);
    })
    .map(({ address }) => address);

/** What the page would say of things to come; it has only what is there. */
const missing = (text: string) =>
  text.match(/\bnot\s+(yet|built|implemented)\b|\bcoming\s+soon\b|\bno screen\b/gi) ?? [];

/** A point without line breaks. */
function point(number: string): string {
  const text = new RegExp(
    `^- \\*\\*${number.replace(".", "\\.")} [\\s\\S]*?(?=^- \\*\\*|^## |$(?![\\s\\S]))`,
    "m",
  ).exec(page)?.[0];
  if (!text) throw new Error(`docs/product.md has no point ${number}`);
  return text.replace(/\s+/g, " ");
}

/** The value of a row of the table of 9.1. */
const constant = (name: string) => page.split(`\n| ${name} | `)[1]?.split(" |\n")[0];
const grouped = (number: number) => number.toLocaleString("en");
const seconds = (milliseconds: number) => `${milliseconds / 1000} s`;

describe("the page of the product", () => {
  it("says of nothing that it is not built", () => {
    expect(missing(page)).toEqual([]);
  });

  it("names addresses that are routes", () => {
    expect(addressesOf(page).length).toBeGreaterThan(60);
    expect(lostAddresses(page)).toEqual([]);
    expect([...answeredElsewhere.keys()].filter((address) => routes.has(address))).toEqual([]);
  });

  it("names calls of the contract", () => {
    expect(callsOf(page).length).toBeGreaterThan(35);
    expect(lostCalls(page)).toEqual([]);
  });

  it("is wrapped, so that a change shows which words it changes", () => {
    const long = page.split("\n").filter((line) => line.length > 160 && !line.startsWith("|"));
    expect(long).toEqual([]);
  });

  it.each([
    ["a screen", "- `/quote/{index,offer}`", ["/quote/offer"]],
    ["a detail", "- `/shipments/{index,detail/{id},track/{id}}`", ["/shipments/track/{}"]],
    ["an area", "- `/{tracking,otherTracking}/preview`", ["/otherTracking/preview"]],
    ["a query", "- `/lost?redirect=`", ["/lost"]],
  ])("would be found with an address that no route has: %s", (_, text, lost) => {
    expect(lostAddresses(text)).toEqual(lost);
  });

  it.each([
    ["one", "`portalUser/addPerson`", ["portalUser/addPerson"]],
    ["several", "`teams/{channels,getTeams/{a}}`", ["teams/getTeams/{}"]],
    [
      "tracking",
      "`{tracking_api}/api/notificationInfo/{remove,undo}`",
      ["{tracking_api}/api/notificationInfo/undo"],
    ],
    ["another method", "`GET portalUser/addUser`", ["portalUser/addUser"]],
    ["the root", "`GET /user/infos`", ["/user/infos"]],
  ])("would be found with a call that nobody has: %s", (_, text, lost) => {
    expect(lostCalls(text)).toEqual(lost);
  });

  it.each(["Invoice (not built).", "There is not\n  yet a list.", "It has no screen."])(
    "would be found with what is to come: %s",
    (text) => {
      expect(missing(text)).toHaveLength(1);
    },
  );
});

describe("the numbers of the page", () => {
  it.each([
    [
      "time-out of a call",
      `${grouped(getUser.timeoutMs)} ms; sending, inquiry and upload ${seconds(messageSend.timeoutMs)}; ` +
        `creating and finding teams ${seconds(teamCreate.timeoutMs)}, not repeated`,
    ],
    ["retries after a time-out", `${getUser.retries}, ${grouped(RETRY_DELAY_MS)} ms apart`],
    ["heartbeat, delay of a reconnection", `${grouped(HEARTBEAT_MS)} ms each`],
    ["password", `valid 90 days, at least ${PASSWORD_MIN_LENGTH} characters to sign in`],
    ["notification rules", `1 to ${RULES_MAX}`],
    ["unread badge", `at most ${unreadBadge(1_000)?.replace("+", "")}, hidden at 0`],
    ["answer to a quote request", `${QUOTE_ANSWER_FROM_HOURS} to ${QUOTE_ANSWER_BY_HOURS} hours`],
    [
      "channels",
      `shipment ${channelTypes.shipment}, quote ${channelTypes.quote}, billing ${channelTypes.billing}, booking ${channelTypes.booking}`,
    ],
  ])("are those of the code: %s", (name, value) => {
    expect(constant(name)).toBe(value);
  });

  it("are the same for calls that share a row", () => {
    expect(RECONNECT_DELAY_MS).toBe(HEARTBEAT_MS);
    expect([newInquiry.timeoutMs, messageUpload.timeoutMs]).toEqual([
      messageSend.timeoutMs,
      messageSend.timeoutMs,
    ]);
    expect([teamCreate, teamOfSubject].map(({ timeoutMs, retries }) => [timeoutMs, retries])).toEqual([
      [teamCreate.timeoutMs, 0],
      [teamCreate.timeoutMs, 0],
    ]);
  });

  it("are those of the code in the points too", () => {
    const {
      goodsDescription,
      specialInstructions,
      poNumber,
      templateName,
      pieces,
      attachments,
      attachmentBytes,
    } = LIMITS;
    expect(point("5.5")).toContain(
      `goods description and marks ${goodsDescription} characters, special instructions ${grouped(specialInstructions)}, ` +
        `PO and SKU ${poNumber}, template name ${templateName}, pieces ${grouped(pieces)}, ` +
        `weight ${grouped(Number(LIMITS.weightKg))} kg, volume ${grouped(Number(LIMITS.volumeCbm))} cbm, ` +
        `${attachments} attachments of ${attachmentBytes / 1024 / 1024} MB`,
    );
    expect(point("5.7")).toContain(`at most ${grouped(MESSAGE_MAX_LENGTH)} characters`);
    expect(point("3.9")).toContain(`up to ${RECIPIENTS_MAX} recipients`);
    expect(point("7.6")).toContain(`more than ${grouped(STREAMED_ROWS)} rows`);
  });

  it("menus, buttons and resources are those of the code", () => {
    expect(point("6.2")).toContain(`${menuNames.join(", ")}.`);
    expect(point("6.3")).toContain(`${buttonCodes.join(", ")}.`);
    expect(quoted(point("6.5"))).toEqual([...resourceCodes]);
  });
});
