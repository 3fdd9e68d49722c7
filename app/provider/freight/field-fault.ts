import { CODE_INVALID } from "#app/contract/code.ts";
import type { FieldFaults } from "#app/contract/envelope.ts";
import type { Language } from "#app/contract/user.ts";
import type { FaultRule, FieldFault } from "#app/lib/field-fault.ts";
import { Refusal } from "../call/refusal.ts";
import { type MessageKey, message } from "../texts/message.ts";

const texts: Record<Exclude<FaultRule, "dayOrder">, MessageKey> = {
  required: "cannotBeEmpty",
  format: "formatError",
  number: "numberError",
  tooLong: "tooLong",
  tooBig: "tooBig",
  notAboveZero: "notAboveZero",
  wholeNumber: "wholeNumber",
  unknownDay: "unknownDay",
  addressesEqual: "addressesEqual",
  poExists: "poExists",
  skuExists: "skuExists",
  noneExcludes: "noneExcludes",
  unknownTerm: "unknownTerm",
};

function textOf({ rule, values }: FieldFault): MessageKey {
  if (rule !== "dayOrder") return texts[rule];
  return values.other === "cargoReadyDate" ? "beforeCargoReady" : "beforeRequested";
}

/** @throws Refusal with each faulty field's path and a text in the caller's language, if there are any */
export function throwIfFaulty(faults: readonly FieldFault[], language: Language): void {
  if (faults.length === 0) return;
  const fields = faults.map((fault) => ({
    path: fault.path,
    message: message(textOf(fault), language, fault.values),
  }));
  throw new Refusal(CODE_INVALID, "invalid", { data: { fields } satisfies FieldFaults });
}
