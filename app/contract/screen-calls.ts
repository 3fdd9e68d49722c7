import type { Endpoint } from "./endpoint.ts";

/** The calls behind a screen, by which people and operators are told what a provider lacks. */
export interface ScreenCalls {
  /** The screen's address in the portal. */
  path: string;
  /** Calls without which the screen does not exist. */
  needs: readonly Endpoint[];
  /** Reads without which the screen shows less. */
  beside: readonly Endpoint[];
  /** Writes on the screen. */
  writes: readonly Endpoint[];
}

/** Every call that modules of the contract export. */
export const endpointsIn = (modules: readonly Record<string, unknown>[]): Endpoint[] =>
  modules.flatMap((module) => Object.values(module)).filter(isEndpoint);

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "service" in value && "path" in value;

/** Every screen that calls the provider, by its address; the calls say themselves where they are needed and used. */
export function screensOf(endpoints: readonly Endpoint[]): ScreenCalls[] {
  const paths = new Set(endpoints.flatMap(({ neededBy, usedBy }) => [...neededBy, ...usedBy]));
  return [...paths].sort().map((path) => {
    const needs = endpoints.filter(({ neededBy }) => neededBy.includes(path));
    const used = endpoints.filter(({ usedBy }) => usedBy.includes(path));
    return {
      path,
      needs,
      beside: used.filter(({ isWrite }) => !isWrite),
      writes: used.filter(({ isWrite }) => isWrite),
    };
  });
}
