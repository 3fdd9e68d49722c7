import { endpointsIn } from "#app/contract/screen-calls.ts";

const modules = import.meta.glob<Record<string, unknown>>("/app/contract/*.ts", { eager: true });

/** Every call of the contract. */
export const endpoints = endpointsIn(Object.values(modules));
