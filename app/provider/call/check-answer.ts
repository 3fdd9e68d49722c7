import type { Route } from "./route.ts";

/**
 * The answer as the contract has it.
 * @throws an Error that names the places where it breaks the contract, without their values
 */
export function checkAnswer(route: Pick<Route, "endpoint">, data: unknown): unknown {
  const parsed = route.endpoint.response.safeParse(data);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.slice(0, 5).map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`The answer of ${route.endpoint.name} breaks its contract: ${faults.join("; ")}`);
}
