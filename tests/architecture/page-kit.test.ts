import { describe, expect, it } from "vitest";
import { readModules, type SourceModule } from "#tests/support/source-module.ts";

/**
 * Pages are written with the kit in `app/components/page`, and what looks like a button with `Button` and `ButtonLink`. What is still
 * written by hand is counted here: a number may only become smaller. The goal is 0 of each.
 */
const BY_HAND: [markup: string, places: number][] = [
  ["<h1", 4],
  ["<PageHead", 14],
  ["<h2", 14],
  ["<dl", 2],
  ['name="requestId"', 0],
  ["buttonStyle(", 0],
];

/** Parts that write these once for all pages. */
const KIT = ["app/components/page/", "app/components/button-link.tsx", "app/ui/button.tsx"];

/** Parts that come with every page or with the shipment list, of which the bytes are counted: they do without the kit. */
const WITHOUT_KIT = [
  "app/components/language-switch.tsx",
  "app/components/list/export-form.tsx",
  "app/components/list/list-page.tsx",
  "app/components/list/list-tools.tsx",
  "app/components/logout-dialog.tsx",
  "app/components/password-reminder.tsx",
  "app/components/relogin-alert.tsx",
  "app/components/seen-banner.tsx",
  "app/components/shell-header.tsx",
  "app/components/trouble-page.tsx",
  "app/features/shipments/detail/follow-button.tsx",
];

const modules = readModules(["app"]);
const pages = modules.filter(
  ({ path }) =>
    path.endsWith(".tsx") && !KIT.some((kit) => path.startsWith(kit)) && !WITHOUT_KIT.includes(path),
);

const placesOf = (markup: string, modules: readonly SourceModule[]) =>
  modules.flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, index) => (line.includes(markup) ? [`${path}:${index + 1}`] : [])),
  );

describe("pages are written with the kit", () => {
  it.each(BY_HAND)("and %s by hand in %i places only", (markup, most) => {
    const places = placesOf(markup, pages);
    const advice =
      places.length > most
        ? `Write it with ${KIT.join(", ")}: ${places.join(" ")}`
        : "Write the smaller number";
    expect(places.length, advice).toBe(most);
  });

  it("and what does without it is there", () => {
    const paths = modules.map(({ path }) => path);
    expect(WITHOUT_KIT.filter((path) => !paths.includes(path))).toEqual([]);
  });
});
