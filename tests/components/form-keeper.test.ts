import { describe, expect, test } from "vitest";
import { FormKeeper, isOfLink, LinkLost, type Results } from "#app/components/form-keeper.ts";

const HERE = "/booking/add?id=1";
const noNetwork = new TypeError("Failed to fetch");
const answer = (status: number, data: unknown) => ({ status, statusText: "", internal: false, data });
const failed = (result: unknown) => async (): Promise<Results> => ({ page: { type: "error", result } });
const done = (result: unknown) => async (): Promise<Results> => ({ page: { type: "data", result } });

describe("whose fault it is", () => {
  test.each([
    ["a fetch that failed", noNetwork, true],
    ["an answer that was cut off", new Error("decode", { cause: new Error("end") }), true],
    ["a gateway's own page", answer(502, "<html>"), true],
    ["the portal's trouble", answer(502, { kind: "refused", message: "No" }), false],
    ["a fault of the server", new TypeError("Unexpected Server Error"), false],
    ["a page that is not there", answer(404, null), false],
  ])("%s", (_, error, expected) => {
    expect(isOfLink(error)).toBe(expected);
  });
});

test("a form lost on the link keeps its page with the former answer, and says so", async () => {
  const keeper = new FormKeeper();
  await keeper.keep(HERE, true, done({ reply: "first" }));
  expect(keeper.shown).toBeNull();
  const { page } = await keeper.keep(HERE, true, failed(noNetwork));
  expect(page).toMatchObject({ type: "data", result: { data: { reply: "first" }, init: { status: 503 } } });
  expect(keeper.shown).toBe("link");
});

test("the answer of another page is not given back", async () => {
  const keeper = new FormKeeper();
  await keeper.keep("/quote/add", true, done({ reply: "first" }));
  const { page } = await keeper.keep(HERE, true, failed(noNetwork));
  expect(page).toMatchObject({ type: "data", result: { data: null } });
});

test("what the portal refused unread is said in its words, and its own failure as such", async () => {
  const keeper = new FormKeeper();
  await keeper.keep(HERE, true, failed(answer(413, "Too large")));
  expect(keeper.shown).toEqual({ said: "Too large" });
  await keeper.keep(HERE, true, failed(new Error("broken")));
  expect(keeper.shown).toBe("portal");
});

test("a trouble with what was typed is left to the boundary", async () => {
  const keeper = new FormKeeper();
  const trouble = answer(502, { kind: "refused", message: "No", typed: [["a", "b"]] });
  const { page } = await keeper.keep(HERE, true, failed(trouble));
  expect(page).toEqual({ type: "error", result: trouble });
  expect(keeper.shown).toBeNull();
});

test("the next form clears the message about the former one", async () => {
  const keeper = new FormKeeper();
  const told: unknown[] = [];
  const leave = keeper.subscribe(() => told.push(keeper.shown));
  await keeper.keep(HERE, true, failed(noNetwork));
  await keeper.keep(HERE, true, done(null));
  leave();
  keeper.show("portal");
  expect(told).toEqual([null, "link", null]);
});

test("a navigation lost on the link keeps the frame and shows the error in the page", async () => {
  const keeper = new FormKeeper();
  keeper.standFrame("root", { language: "en" });
  const results = await keeper.keep("/dashboard", false, async () => ({
    root: { type: "error", result: noNetwork },
    page: { type: "error", result: noNetwork },
  }));
  expect(results.root).toEqual({ type: "data", result: { language: "en" } });
  expect(results.page?.result).toBeInstanceOf(LinkLost);
  expect(keeper.shown).toBeNull();
});

test("a navigation that fails for another reason is not changed", async () => {
  const keeper = new FormKeeper();
  const fault = new Error("broken");
  expect(await keeper.keep("/dashboard", false, failed(fault))).toEqual({
    page: { type: "error", result: fault },
  });
});
