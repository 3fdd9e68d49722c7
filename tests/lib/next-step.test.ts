import { describe, expect, it } from "vitest";
import type { CutOffEvidence } from "#app/lib/cut-off.ts";
import { progressOf } from "#app/lib/cut-off.ts";
import { isOwnTurn, nextStep, type StepFacts } from "#app/lib/next-step.ts";

const NOW = new Date("2026-11-22T12:00:00Z");
const at = (text: string) => ({ at: new Date(text), isDayOnly: false });
const BOOKED_AT = new Date("2026-11-10T08:00:00Z");
const facts = (given: Partial<StepFacts>): StepFacts => ({
  status: "TRANSIT",
  service: "PTP",
  next: null,
  last: null,
  since: BOOKED_AT,
  heardAt: NOW,
  cutOffs: [],
  ...given,
});
const cutOff = (code: "DCO" | "VCO" | "FCO" | "EFC", time: string, met: string | null = null) => ({
  code,
  time: at(time),
  met: met === null ? null : at(met),
  need: ({ DCO: "documents", VCO: "vgm", FCO: "fullContainer", EFC: null } as const)[code],
});
const milestone = (
  kind: "DEPA" | "ARRI" | "CUSR" | "GTOT_LADEN" | "GTIN_EMPTY" | "PICK_LADEN",
  due: string,
) => ({ kind, due: at(due) });
const turns = (given: Partial<StepFacts>) => {
  const step = nextStep(facts(given), NOW);
  return step && [step.kind, step.code, step.turn];
};

describe("what comes next", () => {
  it("is the first cut-off of the next days whose need is not met, before departure", () => {
    const cutOffs = [
      cutOff("FCO", "2026-11-26T10:00:00Z"),
      cutOff("DCO", "2026-11-24T10:00:00Z", "2026-11-21T10:00:00Z"),
      cutOff("VCO", "2026-11-25T10:00:00Z"),
      cutOff("EFC", "2026-11-23T10:00:00Z"),
    ];
    const next = milestone("DEPA", "2026-11-27T10:00:00Z");
    expect(turns({ status: "BOOKED", cutOffs, next })).toEqual(["cutOff", "VCO", "shipper"]);
    expect(turns({ status: "TRANSIT", cutOffs, next })).toEqual(["milestone", "DEPA", "carrier"]);
    const later = new Date("2026-11-25T10:00:01Z");
    expect(nextStep(facts({ status: "BOOKED", cutOffs, next }), later)).toMatchObject({
      kind: "missedCutOff",
      code: "VCO",
      since: new Date("2026-11-25T10:00:00Z"),
    });
  });

  it.each([
    ["RCS", "2026-11-19T12:00:01Z", null],
    ["RCS", "2026-11-19T12:00:00Z", ["notDeparted", "DEP", "forwarder"]],
    ["MAN", "2026-11-15T12:00:00Z", ["notDeparted", "DEP", "forwarder"]],
    ["GTIN_LADEN", "2026-11-13T12:00:00Z", null],
    ["GTIN_LADEN", "2026-11-12T12:00:00Z", ["notDeparted", "DEPA", "forwarder"]],
    ["CRGR", "2026-11-01T12:00:00Z", ["notDeparted", "DEPA", "forwarder"]],
    ["FOH", "2026-11-01T12:00:00Z", null],
  ] as const)("is to ask for the departure long after %s of %s", (last, since, expected) => {
    const given = { status: "BOOKED", last, since: new Date(since) } as const;
    expect(turns(given)).toEqual(expected);
    // An arrival that is expected says nothing of the departure, a day for the departure does.
    const arrival = milestone("ARRI", "2026-12-20T10:00:00Z");
    expect(turns({ ...given, next: arrival })).toEqual(expected ?? ["milestone", "ARRI", "carrier"]);
    const departure = milestone("DEPA", "2026-11-27T10:00:00Z");
    expect(turns({ ...given, next: departure })).toEqual(["milestone", "DEPA", "carrier"]);
    expect(turns({ ...given, status: "TRANSIT" })).toBeNull();
  });

  it("leaves cut-offs that are a week ahead to the milestone before them", () => {
    const cutOffs = [cutOff("FCO", "2026-11-29T12:00:01Z")];
    const next = milestone("PICK_LADEN", "2026-11-24T10:00:00Z");
    expect(turns({ status: "BOOKED", cutOffs, next })).toEqual(["milestone", "PICK_LADEN", "shipper"]);
  });

  it("says whose turn it is by the service: who has booked to the port picks up himself", () => {
    const next = milestone("GTOT_LADEN", "2026-11-24T10:00:00Z");
    expect(turns({ next, service: "DTP" })?.[2]).toBe("consignee");
    expect(turns({ next, service: "PTD" })?.[2]).toBe("forwarder");
    expect(turns({ next: milestone("CUSR", "2026-11-24T10:00:00Z") })?.[2]).toBe("customs");
    expect(turns({ next: milestone("GTIN_EMPTY", "2026-11-24T10:00:00Z"), service: "PTD" })?.[2]).toBe(
      "forwarder",
    );
    const cutOffs = [cutOff("FCO", "2026-11-24T10:00:00Z")];
    expect(turns({ status: "BOOKED", cutOffs, service: "DTD" })?.[2]).toBe("forwarder");
    expect(turns({ status: "BOOKED", cutOffs, service: "PTD" })?.[2]).toBe("shipper");
  });

  it("is overdue a day after its time, from its time on", () => {
    const next = milestone("ARRI", "2026-11-21T11:00:00Z");
    expect(nextStep(facts({ next }), NOW)).toMatchObject({ kind: "overdue", since: next.due.at });
    expect(turns({ next: milestone("ARRI", "2026-11-21T13:00:00Z") })?.[0]).toBe("milestone");
  });

  it("is news, where no date is known and nothing was heard for three days", () => {
    expect(turns({ heardAt: new Date("2026-11-19T11:00:00Z") })).toEqual(["silent", null, "forwarder"]);
    expect(turns({ heardAt: new Date("2026-11-20T12:00:00Z") })).toBeNull();
    // Nothing was ever heard: the silence begins with the booking.
    const never = (since: string) => turns({ heardAt: null, since: new Date(since) });
    expect(never("2026-11-18T12:00:00Z")).toEqual(["silent", null, "forwarder"]);
    expect(never("2026-11-21T12:00:00Z")).toBeNull();
    expect(turns({ status: "COMPLETED", next: milestone("GTIN_EMPTY", "2026-11-01T00:00:00Z") })).toBeNull();
  });

  it("is one's own turn as shipper or consignee only", () => {
    const own = (["shipper", "consignee", "forwarder", "carrier", "customs"] as const).map((turn) =>
      isOwnTurn({ turn }),
    );
    expect(own).toEqual([true, true, false, false, false]);
  });
});

describe("a cut-off's need", () => {
  const event = (given: Partial<CutOffEvidence>): CutOffEvidence => ({
    eventType: "EQUIPMENT",
    code: "GTIN",
    emptyIndicator: "LADEN",
    documentType: null,
    containerNumber: null,
    at: NOW,
    isDayOnly: false,
    ...given,
  });
  const first = new Date("2026-11-20T08:00:00Z");

  it("of full containers is met when the last of them is in", () => {
    const boxes = ["MSKU6011672", "CSQU3054383"];
    const one = event({ containerNumber: boxes[0]!, at: first });
    expect(progressOf("fullContainer", [one], boxes)).toEqual({ met: null, count: { done: 1, total: 2 } });
    const both = progressOf("fullContainer", [event({ containerNumber: boxes[1]! }), one], boxes);
    expect(both.met?.at).toEqual(NOW);
    expect(progressOf("fullContainer", [event({})], boxes).met?.at).toEqual(NOW);
    const empty = event({ emptyIndicator: "EMPTY", containerNumber: boxes[0]! });
    expect(progressOf("fullContainer", [empty], boxes).count).toEqual({ done: 0, total: 2 });
  });

  it("of a document is met by its receipt, and not by its draft, refusal or hold", () => {
    const paper = (code: string, documentType = "VGM") =>
      event({ eventType: "SHIPMENT", code, documentType, emptyIndicator: null });
    expect(progressOf("vgm", [paper("RECE")], []).met?.at).toEqual(NOW);
    for (const code of ["DRFT", "REJE", "HOLD", "VOID"])
      expect(progressOf("vgm", [paper(code)], []).met, code).toBeNull();
    expect(progressOf("vgm", [paper("RECE", "SHI")], []).met).toBeNull();
    expect(progressOf("documents", [paper("RECE", "SHI")], []).met?.at).toEqual(NOW);
    expect(progressOf("confirmation", [paper("CONF", "BKG")], []).met?.at).toEqual(NOW);
  });
});
