import { Ajv, type ErrorObject } from "ajv";
import { dcsa22 } from "./dcsa-22-rules.ts";

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
): { faults: string[]; unknownCodes: string[] } {
  const isSound = shapes[eventType];
  if (isSound(event)) return { faults: [], unknownCodes: [] };
  const errors = isSound.errors ?? [];
  const told = (given: ErrorObject[]) => [...new Set(given.map(faultOf))].slice(0, FAULTS_TOLD);
  return {
    faults: told(errors.filter(({ keyword }) => keyword !== "enum")),
    unknownCodes: told(errors.filter(({ keyword }) => keyword === "enum")),
  };
}

function faultOf({ instancePath, keyword, params, message }: ErrorObject): string {
  const path = instancePath.slice(1).replaceAll("/", ".");
  if (keyword === "required") return `${[path, params.missingProperty].filter(Boolean).join(".")} is missing`;
  if (keyword === "enum") return `${path} is none of ${params.allowedValues.join(", ")}`;
  return `${path} ${message}`;
}
