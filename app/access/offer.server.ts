import { screenCalls } from "#app/contract/screen-calls.ts";
import { isLacking } from "#app/upstream/lacking.server.ts";
import { screensToCome } from "./navigation.ts";

export interface LackingScreen {
  path: string;
  /** Names of the calls that the provider lacks. */
  calls: string[];
}

/**
 * Screens that the provider has nothing for, as far as is known, with the reason: one that knows the specification alone
 * has no lists of its own choosing, since spec 7 names none.
 */
export function lackingScreens(): LackingScreen[] {
  return screenCalls.flatMap(({ path, needs }) => {
    const calls = needs.map(({ name }) => name).filter(isLacking);
    return calls.length > 0 ? [{ path, calls }] : [];
  });
}

/** Screens that no link leads to: those to come, and those that the provider has nothing for. */
export function hiddenScreens(): ReadonlySet<string> {
  const lacking = lackingScreens();
  return lacking.length > 0 ? new Set([...screensToCome, ...lacking.map(({ path }) => path)]) : screensToCome;
}

/** Menus whose first screen the provider has nothing for: nobody is sent there. */
export function lackingMenus(): string[] {
  return lackingScreens().map(({ path }) => path.replace(/\/index$/, ""));
}
