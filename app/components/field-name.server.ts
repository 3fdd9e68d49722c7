import { formatPaths } from "@conform-to/dom";

/** `cargo.0.weight`, the contract's path of a request field, as segments. */
export const pathSteps = (path: string): (string | number)[] =>
  path.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));

/** The name of the form's field: `cargo.0.weight` of the contract is `cargo[0].weight`. */
export const fieldName = (path: string): string => formatPaths(pathSteps(path));
