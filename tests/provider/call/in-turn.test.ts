import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { CrowdedError, inTurn, limitTo } from "#app/provider/call/in-turn.ts";

test("tasks of one name run one after another, also after a failure; other names do not wait", async () => {
  const steps: string[] = [];
  const step = (name: string, label: string, isFailing = false) =>
    inTurn(name, async () => {
      steps.push(`${label} starts`);
      await sleep(20);
      steps.push(`${label} ends`);
      if (isFailing) throw new Error(label);
      return label;
    });
  const results = await Promise.allSettled([step("a", "1", true), step("a", "2"), step("b", "3")]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  expect(steps.filter((step) => !step.startsWith("3"))).toEqual(["1 starts", "1 ends", "2 starts", "2 ends"]);
  expect(steps.indexOf("3 starts")).toBeLessThan(steps.indexOf("1 ends"));
});

test("at most the limit runs at once, all that may wait get their turn, and further calls are refused", async () => {
  const withPlace = limitTo(2, 3);
  let running = 0;
  let most = 0;
  const work = (index: number) =>
    withPlace(async () => {
      most = Math.max(most, ++running);
      await sleep(10);
      running--;
      if (index === 0) throw new Error("failed");
      return index;
    });
  const results = await Promise.allSettled(Array.from({ length: 6 }, (_, index) => work(index)));
  expect(most).toBe(2);
  expect(results.map((result) => (result.status === "fulfilled" ? result.value : result.reason))).toEqual([
    expect.objectContaining({ message: "failed" }),
    1,
    2,
    3,
    4,
    expect.any(CrowdedError),
  ]);
  expect(await withPlace(async () => "free again")).toBe("free again");
});
