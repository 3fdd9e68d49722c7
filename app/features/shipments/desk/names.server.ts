import { data, href, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import type { WriteFault } from "#app/access/write-fault.server.ts";
import { standingOf } from "#app/components/form-reply.server.ts";
import * as contract from "#app/contract/carrier-name.ts";
import { jobModes } from "#app/contract/shipment-code.ts";
import type { Line } from "#app/lib/moment.ts";
import { withQuery } from "#app/lib/with-query.ts";

const path = () => href("/freightForwarder/names");

export interface NamesView {
  unknown: { name: string; text: Line; href: string }[];
  vessels: { imo: string; text: string }[];
  assigned: { name: string; text: string; by: Line }[];
  /** The name that is looked after now. */
  picked: { name: string; mode: string } | null;
  carriers: [string, string][];
}

export async function loadNames(visit: Visit, search: URLSearchParams): Promise<NamesView> {
  const { t, dated } = visit;
  const read = await visit.read(contract.carrierNames, {});
  const named = ({ name, code }: { name: string; code: string }) => t("desk-names:carrier", { name, code });
  const picked = read.unknown.find(({ name }) => name === search.get("name"));
  return {
    unknown: read.unknown.map(({ name, mode, bookings, lastAt }) => ({
      name,
      href: withQuery(path(), { name }),
      text: dated(lastAt, (time) =>
        [
          t(`desk-names:mode.${mode}`),
          t("desk-names:bookings", { count: bookings }),
          t("desk-names:last", { time }),
        ].join(" · "),
      ),
    })),
    vessels: read.vessels.map(({ imo, shipments }) => ({
      imo,
      text: t("desk-names:shipments", { count: shipments }),
    })),
    assigned: read.assigned.map(({ name, carrier, by, at }) => ({
      name,
      text: named(carrier),
      by: dated(at, (time) => t("desk-names:by", { name: by, time })),
    })),
    picked: picked ? { name: picked.name, mode: picked.mode } : null,
    carriers: read.carriers.map((each) => [each.code, named(each)]),
  };
}

export interface NamesReply {
  fault: string | null;
  faults: Record<string, string>;
  typed: Record<string, string>;
  requestId: string | null;
}

const done = {
  assign: "desk-names:assigned",
  takeBack: "desk-names:takenBack",
  add: "desk-names:added",
  vessel: "desk-names:vesselNamed",
} as const;
const calls = {
  assign: contract.carrierNameAssign,
  takeBack: contract.carrierNameTakeBack,
  add: contract.carrierAdd,
  vessel: contract.vesselNameSave,
} as const;
const fieldNames = ["name", "carrierCode", "code", "carrierName", "mode", "imo"] as const;

/** Assigns a name, takes that back, adds a carrier, or names a vessel. */
export async function handleNames(visit: Visit, form: FormData) {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const key = text("requestId");
  const typed = Object.fromEntries(fieldNames.map((name) => [name, text(name)]));
  const command = text("intent");
  const intent = Object.hasOwn(done, command) ? (command as keyof typeof done) : "assign";
  const call = calls[intent];
  const read = call.request.safeParse(typed);
  const reply = { fault: null, faults: {}, typed, requestId: null };
  if (!read.success) {
    const faults = Object.fromEntries(
      read.error.issues.map(({ path: [name], code }) => [
        String(name),
        visit.t(typed[String(name)] === "" ? "shell:form.empty" : "shell:form.format", { code }),
      ]),
    );
    return data<NamesReply>({ ...reply, faults }, { status: 400 });
  }
  const result = await send(visit, intent, typed, key);
  if (!result.isDone) return refused(result.fault, reply, key);
  visit.session.flash({ kind: "success", key: done[intent] });
  return redirect(path());
}

function send(visit: Visit, intent: keyof typeof done, typed: Record<string, string>, key: string) {
  const { name = "", carrierCode = "", code = "", carrierName = "", imo = "" } = typed;
  if (intent === "assign") return visit.write(contract.carrierNameAssign, { name, carrierCode }, { key });
  if (intent === "takeBack") return visit.write(contract.carrierNameTakeBack, { name }, { key });
  if (intent === "vessel") return visit.write(contract.vesselNameSave, { imo, name }, { key });
  const mode = jobModes.find((each) => each === typed.mode) ?? "OCEAN";
  return visit.write(contract.carrierAdd, { name, code, carrierName, mode }, { key });
}

function refused(fault: WriteFault, reply: NamesReply, key: string) {
  const { status, requestId } = standingOf(fault, key);
  const faults = Object.fromEntries(fault.fields.map(({ path: name, message }) => [name, message]));
  const problem = fault.fields.length > 0 ? null : fault.message;
  return data<NamesReply>({ ...reply, faults, fault: problem, requestId }, { status });
}
