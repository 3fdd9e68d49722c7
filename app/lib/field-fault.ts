/** Faults of a field, shared by portal and provider; each side has the texts in both languages. */
const faultRules = [
  "required",
  "format",
  /** Not written as a number. */
  "number",
  /** `values.maximum` characters. */
  "tooLong",
  /** `values.maximum`, as decimal text. */
  "tooBig",
  "notAboveZero",
  "wholeNumber",
  "unknownDay",
  /** The day is before that of the field `values.other`. */
  "dayOrder",
  "addressesEqual",
  "poExists",
  "skuExists",
  "noneExcludes",
  "unknownTerm",
] as const;
export type FaultRule = (typeof faultRules)[number];

export interface FieldFault {
  /** Path in the request: `cargo.0.weight`. */
  path: string;
  rule: FaultRule;
  values: Record<string, string | number>;
}

export function fieldFault(path: string, rule: FaultRule, values: FieldFault["values"] = {}): FieldFault {
  return { path, rule, values };
}
