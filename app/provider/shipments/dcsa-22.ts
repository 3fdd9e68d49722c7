import { Ajv, type ErrorObject } from "ajv";
import { dcsa22 } from "./dcsa-22-rules.ts";
import type { Doubt } from "./doubt.ts";

const ajv = new Ajv({ allErrors: true, strict: false });
ajv.addSchema({ $id: "dcsa", $defs: dcsa22 });
const shapes = {
  TRANSPORT: ajv.compile({ $ref: "dcsa#/$defs/transportEvent" }),
  SHIPMENT: ajv.compile({ $ref: "dcsa#/$defs/shipmentEvent" }),
  EQUIPMENT: ajv.compile({ $ref: "dcsa#/$defs/equipmentEvent" }),
};

const FAULTS_TOLD = 3;

/**
 * Violations of Track & Trace 2.2 by an event, each with its path. Events with `faults` cannot be read;
 * `unknownCodes` are well-formed codes that may be newer than our lists.
 */
export function breachesOf(
  eventType: keyof typeof shapes,
  event: unknown,
): { faults: string[]; unknownCodes: Doubt[] } {
  const isSound = shapes[eventType];
  if (isSound(event)) return { faults: [], unknownCodes: [] };
  const errors = isSound.errors ?? [];
  const faults = new Set(errors.filter(({ keyword }) => keyword !== "enum").map(faultOf));
  const unknown = new Map(
    errors.flatMap((error): [string, Doubt][] =>
      error.keyword === "enum" ? [[error.instancePath, unknownCode(error)]] : [],
    ),
  );
  return {
    faults: [...faults].slice(0, FAULTS_TOLD),
    unknownCodes: [...unknown.values()].slice(0, FAULTS_TOLD),
  };
}

const fieldOf = ({ instancePath }: ErrorObject): string => instancePath.slice(1).replaceAll("/", ".");

const unknownCode = (error: ErrorObject): Doubt => ({
  key: "doubtNoneOf",
  values: { field: fieldOf(error), codes: error.params.allowedValues.join(", ") },
});

function faultOf(error: ErrorObject): string {
  const { keyword, params, message } = error;
  const path = fieldOf(error);
  if (keyword === "required") return `${[path, params.missingProperty].filter(Boolean).join(".")} is missing`;
  return `${path} ${message}`;
}
