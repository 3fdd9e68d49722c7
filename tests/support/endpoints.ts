import type { Endpoint } from "#app/contract/endpoint.ts";

const modules = import.meta.glob<Record<string, unknown>>("/app/contract/*.ts", { eager: true });

/** Every call of the contract. */
export const endpoints: readonly Endpoint[] = Object.values(modules)
  .flatMap((module) => Object.values<unknown>(module))
  .filter(isEndpoint);

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "service" in value && "path" in value;
}
