import fc from "fast-check";

/**
 * Random requests to every address of the portal: names and values from its own forms, changed ones, and invented
 * ones.
 */
export interface FuzzRequest {
  method: "GET" | "POST";
  path: string;
  fields: [name: string, value: string][];
  encoding: "form" | "multipart";
}

/** The parts of pages from which requests can be built. */
export interface Harvest {
  paths: string[];
  fields: [name: string, value: string][];
}

const decode = (text: string) =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

/** The links and the fields of a page. */
export function harvest(html: string): Harvest {
  const paths = [...html.matchAll(/\b(?:href|action)="(\/[^"#]*)/g)].map(([, path = ""]) => decode(path));
  const fields = [...html.matchAll(/<(?:input|select|textarea|button)\b[^>]*\bname="([^"]+)"[^>]*>/g)].map(
    ([tag, name = ""]): [string, string] => [decode(name), decode(/\bvalue="([^"]*)"/.exec(tag)?.[1] ?? "")],
  );
  return { paths: [...new Set(paths)], fields };
}

const LONG = 100_000;
const oddTexts = [
  "",
  " ",
  "0",
  "-1",
  "1e400",
  "1e999999999",
  "NaN",
  "9".repeat(LONG),
  `0.${"0".repeat(LONG)}1`,
  "1".repeat(400),
  "x".repeat(LONG),
  "a ".repeat(LONG / 2),
  "一".repeat(LONG / 4),
  "e\u0301".repeat(10_000),
  "\0",
  "\u202e\uFFFF",
  "'; drop table booking --",
  "<script>alert(1)</script>",
  "../../etc/passwd",
  "//evil.example",
  "\\\\evil",
  "http://evil.example/",
  "{}",
  "[]",
  "null",
  "__proto__",
  "constructor",
  "toString",
  "2026-02-31",
  "0000-00-00",
  "9999-12-31 23:59:59",
  "+275760-09-13",
  "a@b.c",
  `${"a".repeat(250)}@b.c`,
  `${"a@".repeat(20_000)}`,
  "http://".repeat(10_000),
  "(((((".repeat(10_000),
  ":smile:".repeat(10_000),
  "%",
  "%".repeat(5_000),
  "_%".repeat(1_000),
  "on",
  "save",
  "9223372036854775808",
  "00000000-0000-0000-0000-000000000000",
];
const oddNames = [
  "x[60000000]",
  "cargo[9999999].pieces",
  "cargo[49].pieces",
  "cargo[0].length",
  "cargo.length",
  "cargo",
  "cargo[]",
  "packages[49].pieces",
  "containers[29].type",
  "shipper",
  "shipper.name.first",
  "__proto__",
  "__proto__.x",
  "constructor.prototype.x",
  "toString",
  "[",
  "]",
  "a[0].b[1].c[2]",
  "a.".repeat(60),
  "",
  "x".repeat(10_000),
  "__state__",
];
const oddIntents = [
  "{",
  "null",
  "1",
  "{}",
  '{"type":"insert","payload":{"name":"cargo"}}',
  '{"type":"insert","payload":{"name":"packages","index":99999999}}',
  '{"type":"remove","payload":{"name":"cargo","index":0}}',
  '{"type":"remove","payload":{"name":"userName","index":0}}',
  '{"type":"update","payload":{"name":"cargo","value":"x"}}',
  '{"type":"update","payload":{"name":"cargo[60000000]","value":"x"}}',
  '{"type":"update","payload":{"value":"x"}}',
  '{"type":"reset","payload":{}}',
  '{"type":"reset","payload":{"name":"shipper"}}',
  '{"type":"reorder","payload":{"name":"cargo","from":0,"to":1000000000}}',
  '{"type":"validate","payload":{"name":5}}',
  `{"type":"update","payload":{"name":"x","value":${"[".repeat(1_000)}${"]".repeat(1_000)}}}`,
];

/** Builds requests from the parts found, the same for the same seed. */
export function fuzzRequests(parts: Harvest, count: number, seed: number): FuzzRequest[] {
  const value = fc.oneof(
    { arbitrary: fc.constantFrom(...oddTexts), weight: 4 },
    { arbitrary: fc.constantFrom(...parts.fields.map(([, text]) => text), ""), weight: 3 },
    { arbitrary: fc.string({ unit: "grapheme", maxLength: 60 }), weight: 2 },
    { arbitrary: fc.integer().map(String), weight: 1 },
    { arbitrary: fc.json({ maxDepth: 4 }), weight: 1 },
  );
  const known = fc.constantFrom<[string, string]>(...parts.fields, ["intent", "save"]);
  const sound: fc.Arbitrary<[string, string]> = fc.oneof(
    { arbitrary: known, weight: 3 },
    {
      arbitrary: fc.tuple(
        known.map(([name]) => name),
        value,
      ),
      weight: 4,
    },
    {
      arbitrary: fc.tuple(fc.constantFrom("page", "sort", "id", "number", "redirect", "token", "tab"), value),
      weight: 1,
    },
  );
  const odd: fc.Arbitrary<[string, string]> = fc.oneof(
    fc.tuple(fc.oneof(fc.constantFrom(...oddNames), fc.string({ maxLength: 20 })), value),
    fc.tuple(fc.constant("__intent__"), fc.constantFrom(...oddIntents)),
  );
  // A form with malformed names is refused as a whole: most requests have valid names, to get beyond that check.
  const fields = fc
    .tuple(fc.array(sound, { maxLength: 40, size: "max" }), fc.option(odd, { freq: 3 }))
    .map(([sounds, one]) => {
      // A form has each of these once; with one of them twice it is refused as a whole.
      const once = new Map(sounds.filter(([name]) => /[.[]/.test(name)));
      const others = sounds.filter(([name]) => !/[.[]/.test(name));
      return [...once, ...others, ...(one ? [one] : [])];
    });
  const path = fc
    .tuple(
      fc.constantFrom(...parts.paths),
      fc.constantFrom("", "", "", ".data"),
      fc.option(value, { freq: 4 }),
    )
    .map(([each, suffix, id]) => {
      const [pathname = "/", query = ""] = each.split("?", 2);
      const shownPath =
        id === null
          ? pathname
          : pathname.replace(/\d+(?=\/|$)/g, () => encodeURIComponent(id.toWellFormed().slice(0, 200)));
      return `${shownPath === "/" && suffix ? "/_root" : shownPath}${suffix}${query ? `?${query}` : ""}`;
    });
  const request = fc.record<FuzzRequest>({
    method: fc.constantFrom("GET", "POST", "POST"),
    path,
    fields,
    encoding: fc.constantFrom("form", "form", "form", "multipart"),
  });
  return fc.sample(request, { numRuns: count, seed });
}

/** A query of a length that Node accepts in the head of a request. */
const QUERY_MAX = 8_000;

/** The request as arguments of `fetch`. */
export function initOf({ method, path, fields, encoding }: FuzzRequest): { path: string; init: RequestInit } {
  const sendable = fields.map(([name, value]): [string, string] => [
    name.toWellFormed(),
    value.toWellFormed(),
  ]);
  if (method === "GET") {
    const query = new URLSearchParams();
    for (const [name, value] of sendable)
      if (query.toString().length + encodeURIComponent(name + value).length < QUERY_MAX)
        query.append(name, value);
    const mark = path.includes("?") ? "&" : "?";
    return { path: query.size > 0 ? `${path}${mark}${query}` : path, init: { method } };
  }
  const form = new FormData();
  for (const [name, value] of sendable) form.append(name, value);
  return { path, init: { method, body: encoding === "form" ? new URLSearchParams(sendable) : form } };
}
