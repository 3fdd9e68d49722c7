import { readdirSync } from "node:fs";
import { endpointsIn, screensOf } from "#app/contract/screen-calls.ts";

const folder = new URL("../../contract/", import.meta.url);
// The check runs from the sources, where no bundler lists the files.
const modules = await Promise.all(
  readdirSync(folder)
    .sort()
    .map((file): Promise<Record<string, unknown>> => import(new URL(file, folder).href)),
);

/** Every screen that calls the provider, as the contract of these sources has them. */
export const screenCalls = screensOf(endpointsIn(modules));
