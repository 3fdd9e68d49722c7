import { href, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { refusedPress } from "#app/components/form-reply.server.ts";
import {
  type Arrangement,
  type DashboardBlock,
  dashboardArrange,
  dashboardBlocks,
  dashboardLayout,
} from "#app/contract/dashboard.ts";
import type { ArrangedBlock } from "./arrange.tsx";

const knownBlocks = (names: readonly unknown[]): DashboardBlock[] => [
  ...new Set(names.flatMap((name) => dashboardBlocks.filter((block) => block === name))),
];

/** The blocks in the reader's order, and whether they are as they come. Throws as `visit.read`. */
export async function loadArrangement(visit: Visit) {
  const { blocks, isUsual } = await visit.read(dashboardLayout, {});
  const shownKeys = new Set(blocks.flatMap(({ key, isShown }) => (isShown ? [key] : [])));
  return {
    title: visit.t("dashboard:arrange"),
    isUsual,
    blocks: knownBlocks(blocks.map(({ key }) => key)).map(
      (key): ArrangedBlock => ({
        key,
        label: visit.t(`dashboard:block.${key}`),
        isShown: shownKeys.has(key),
      }),
    ),
    texts: {
      lead: visit.t("dashboard:arranging.lead"),
      legend: visit.t("dashboard:arranging.legend"),
      up: visit.t("dashboard:arranging.up"),
      down: visit.t("dashboard:arranging.down"),
      save: visit.t("dashboard:arranging.save"),
      reset: visit.t("dashboard:arranging.reset"),
      back: visit.t("dashboard:arranging.back"),
    },
  };
}

/**
 * The page's forms. A press that moves a block keeps what is ticked as well and leads back to the form; the others lead to the
 * dashboard.
 */
export async function saveArrangement(visit: Visit, form: FormData) {
  const key = String(form.get("requestId"));
  const isReset = form.has("reset");
  const [way, moved] = String(form.get("move") ?? "").split(":");
  const tickedKeys = new Set(form.getAll("shown"));
  const order = movedBy(knownBlocks(form.getAll("block")), moved, way);
  const blocks: Arrangement | null = isReset
    ? null
    : order.map((block) => ({ key: block, isShown: tickedKeys.has(block) }));
  const result = await visit.write(
    dashboardArrange,
    { blocks },
    {
      key: `${key}:${blocks?.map((block) => `${block.key}${block.isShown ? "+" : "-"}`).join("") ?? "reset"}`,
    },
  );
  if (!result.isDone) return refusedPress(result.fault, key);
  if (form.has("move") && !isReset) return redirect(href("/dashboard/arrange"));
  visit.session.flash({
    kind: "success",
    key: isReset ? "dashboard:reset" : "dashboard:arranged",
  });
  return redirect(href("/dashboard"));
}

function movedBy(
  order: readonly DashboardBlock[],
  moved: string | undefined,
  way: string | undefined,
): DashboardBlock[] {
  const from = order.findIndex((block) => moved === `${block}`);
  const to = way === "up" ? from - 1 : from + 1;
  if (from < 0 || to < 0 || to >= order.length) return [...order];
  return order.with(from, order[to]!).with(to, order[from]!);
}
