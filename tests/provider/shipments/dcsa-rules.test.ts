import { describe, expect, it } from "vitest";
import { dcsa22 } from "#app/provider/shipments/dcsa-22-rules.ts";
import { doubtText } from "#app/provider/shipments/doubt.ts";
import { readEvent } from "#app/provider/shipments/event-message.ts";
import { NOW } from "./fixture.ts";

interface Rule {
  $ref?: string;
  allOf?: Rule[];
  properties?: Record<string, Rule>;
  required?: string[];
  items?: Rule;
  type?: string;
  enum?: readonly string[];
  maxLength?: number;
}
const definitions = dcsa22 as unknown as Record<string, Rule>;

/** A rule with all that it refers to in one. */
function whole(rule: Rule): Rule {
  const parts = [
    rule.$ref ? whole(definitions[rule.$ref.split("/").at(-1)!]!) : {},
    ...(rule.allOf ?? []).map(whole),
  ];
  const { $ref: _, allOf: __, ...own } = rule;
  const sum: Rule = {};
  for (const part of [...parts, own]) {
    const properties = { ...sum.properties };
    for (const [name, inner] of Object.entries(part.properties ?? {}))
      properties[name] = whole({ allOf: [properties[name] ?? {}, inner] });
    const required = [...(sum.required ?? []), ...(part.required ?? [])];
    const codes =
      sum.enum && part.enum ? sum.enum.filter((code) => part.enum!.includes(code)) : (part.enum ?? sum.enum);
    Object.assign(sum, part);
    if (Object.keys(properties).length > 0) sum.properties = properties;
    if (required.length > 0) sum.required = [...new Set(required)];
    if (codes) sum.enum = codes;
  }
  return sum;
}

/** The least that a rule allows. */
function sample(name: string, rule: Rule): unknown {
  if (/DateTime$/.test(name)) return "2026-11-19T04:00:00Z";
  if (name === "vesselIMONumber") return "9321483";
  if (rule.enum) return rule.enum[0];
  if (rule.type === "array") return [sample(name, whole(rule.items!))];
  if (rule.properties)
    return Object.fromEntries(
      (rule.required ?? Object.keys(rule.properties)).map((key) => [
        key,
        sample(key, rule.properties![key] ?? {}),
      ]),
    );
  return rule.type === "integer" || rule.type === "number" ? 1 : "A1";
}

interface Field {
  path: string[];
  rule: Rule;
  isRequired: boolean;
}

/** Every field below a rule; a list's fields are those of its first entry. */
function fieldsOf(rule: Rule, path: string[] = []): Field[] {
  if (rule.type === "array") return fieldsOf(whole(rule.items!), [...path, "0"]);
  return Object.entries(rule.properties ?? {}).flatMap(([name, inner]) => {
    const own = [...path, name];
    const isRequired = rule.required?.includes(name) ?? false;
    return [{ path: own, rule: inner, isRequired }, ...fieldsOf(inner, own)];
  });
}

/** The event with a value at the path, and the least that is needed on the way there. */
function withValue(rule: Rule, event: unknown, [step, ...rest]: string[], value: unknown): unknown {
  if (step === undefined) return value;
  const isList = rule.type === "array";
  const inner = isList ? whole(rule.items!) : (rule.properties?.[step] ?? {});
  const present = (event as Record<string, unknown>)[step] ?? sample(step, inner);
  const changed = withValue(inner, rest.length > 0 ? present : undefined, rest, value);
  if (isList) return [changed];
  return { ...(event as object), [step]: changed };
}

const types = ["transportEvent", "shipmentEvent", "equipmentEvent"] as const;
const verdictOf = (event: unknown) => {
  const reading = readEvent(event, { source: "TEST", now: NOW });
  return "reason" in reading
    ? { refused: reading.reason, doubts: "" }
    : { refused: "", doubts: reading.event.doubts.map((doubt) => doubtText(doubt, "en")).join("; ") };
};

describe.each(types)("what DCSA's rules say of a %s", (type) => {
  const rule = whole(definitions[type]!);
  const sound = {
    ...(sample(type, rule) as object),
    eventID: "sound",
    eventType: type.replace("Event", "").toUpperCase(),
  };
  const fields = fieldsOf(rule);
  const changed = (path: string[], value: unknown) => verdictOf(withValue(rule, sound, path, value));

  it("is enough: the least that they allow is taken", () => {
    expect(verdictOf(sound)).toEqual({ refused: "", doubts: "" });
    expect(fields.length).toBeGreaterThan(10);
  });

  it("is asked of each field: one of another kind is refused with its path", () => {
    for (const { path, rule: own } of fields) {
      if (own.type === undefined && !own.enum) continue;
      const wrong = own.type === "object" || own.properties ? "text" : { some: "thing" };
      expect([path.join("."), changed(path, wrong).refused]).toEqual([
        path.join("."),
        expect.stringContaining(path.join(".")),
      ]);
    }
  });

  it("is asked of each group: a missing required field is named with its path", () => {
    const required = fields.filter(({ isRequired }) => isRequired);
    expect(required.length).toBeGreaterThan(5);
    for (const { path } of required) {
      expect([path.join("."), changed(path, undefined).refused]).toEqual([
        path.join("."),
        expect.stringContaining(path.join(".")),
      ]);
    }
  });

  it("is asked of each code list: a code that is in none is refused or doubted with its path", () => {
    const coded = fields.filter(({ rule: own }) => own.enum);
    expect(coded.length).toBeGreaterThan(2);
    for (const { path } of coded) {
      const { refused, doubts } = changed(path, "QQ");
      expect([path.join("."), refused + doubts]).toEqual([
        path.join("."),
        expect.stringContaining(path.join(".")),
      ]);
    }
  });

  it("is asked of each length: one character more is refused with its path", () => {
    for (const { path, rule: own } of fields) {
      if (own.maxLength === undefined || own.enum) continue;
      expect([path.join("."), changed(path, "A".repeat(own.maxLength + 1)).refused]).toEqual([
        path.join("."),
        expect.stringContaining(path.join(".")),
      ]);
    }
  });

  it.each([
    "yesterday",
    "2026-02-30T10:00:00Z",
    "2026-11-19",
    "2026-11-19T25:00:00Z",
    "2026-11-19T10:00:00",
    "9999999999",
    "",
    "2026-11-19T10:00:00+99:00",
  ])("is asked of each date: %s is refused with its path", (wrong) => {
    for (const name of ["eventDateTime", "eventCreatedDateTime"])
      expect(changed([name], wrong).refused).toContain(name);
  });
});
