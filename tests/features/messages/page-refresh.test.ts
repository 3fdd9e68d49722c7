import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PageRefresh, type RefreshedPage } from "#app/features/messages/live/page-refresh.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A page that shows the shipments 1 and 2, and takes `tookMs` to load. */
class Page implements RefreshedPage {
  loads: number[] = [];
  tookMs = 100;
  isThere = true;
  isTyping = false;
  isReached = true;
  shows: RefreshedPage["shows"] = (changed) => !changed || ["1", "2"].some((id) => changed.has(id));
  isVisible = () => this.isThere;
  isBusy = () => this.isTyping;
  refresh = async () => {
    this.loads.push(Date.now() - start);
    await new Promise((resolve) => setTimeout(resolve, this.tookMs));
    return this.isReached;
  };
}

let page: Page;
let refresh: PageRefresh;
let start: number;
beforeEach(() => {
  page = new Page();
  refresh = new PageRefresh();
  refresh.stand(page);
  start = Date.now();
});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test("a page is loaded again at once when its shipments change, not for those of others", async () => {
  refresh.tell(["3"]);
  await pass(5_000);
  expect(page.loads).toEqual([]);
  refresh.tell(["1"]);
  expect(page.loads).toEqual([5_000]);
  refresh.tell(null);
  await pass(5_000);
  expect(page.loads).toEqual([5_000, 7_000]);
});

test("many changes are a load every two seconds", async () => {
  for (let each = 0; each < 100; each++) {
    refresh.tell(["1"]);
    await pass(100);
  }
  expect(page.loads).toEqual([0, 2_000, 4_000, 6_000, 8_000]);
});

test("on a slow network loads do not pile up, and half of the time is left free", async () => {
  page.tookMs = 6_000;
  for (let each = 0; each < 40; each++) {
    refresh.tell(["1"]);
    await pass(1_000);
  }
  expect(page.loads).toEqual([0, 12_000, 24_000, 36_000]);
});

test("a page that is being filled in is loaded when that ends", async () => {
  page.isTyping = true;
  refresh.tell(["2"]);
  await pass(60_000);
  expect(page.loads).toEqual([]);
  page.isTyping = false;
  await pass(500);
  expect(page.loads).toEqual([60_500]);
});

test("a hidden page is loaded once when it is visible again", async () => {
  page.isThere = false;
  for (const id of ["1", "2", "1"]) refresh.tell([id]);
  await pass(60_000);
  expect(page.loads).toEqual([]);
  page.isThere = true;
  refresh.look();
  await pass(10_000);
  expect(page.loads).toEqual([60_000]);
});

test("what changed before another page was opened does not load that one", async () => {
  page.isTyping = true;
  refresh.tell(["1"]);
  const other = new Page();
  other.shows = () => false;
  refresh.stand(other);
  await pass(1_000);
  refresh.stand(page);
  page.isTyping = false;
  await pass(10_000);
  expect([...page.loads, ...other.loads]).toEqual([]);
});

test("a load that fails is tried again later", async () => {
  page.isReached = false;
  refresh.tell(["1"]);
  await pass(10_000);
  expect(page.loads).toEqual([0]);
  page.isReached = true;
  await pass(60_000);
  expect(page.loads).toEqual([0, 15_100]);
});
