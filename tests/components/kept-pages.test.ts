import { expect, test } from "vitest";
import { KeptPages } from "#app/components/kept-pages.ts";

const PATH = "/shipments/index";
const look = {
  fields: [{ name: "keyword", index: 0, value: "SH", isChecked: null }],
  openPanels: [1],
  scrollY: 40,
};
const isLost = (error: unknown) => error instanceof TypeError;
const never = (): Promise<string> => Promise.reject(new Error("not to be read"));
const lost = (): Promise<string> => Promise.reject(new TypeError("Failed to fetch"));

/** A cache with one page that was shown with this data and then left. */
function leftPages(search = "?page=2"): KeptPages {
  const pages = new KeptPages();
  pages.stand(PATH, search, "old");
  pages.leave(PATH, look);
  return pages;
}

test("the way back shows what was there, without a question", async () => {
  const pages = leftPages();
  expect(await pages.load(PATH, "?page=2", never, isLost)).toBe("old");
  expect(pages.left(PATH, "?page=2")).toMatchObject(look);
});

test("another query of the same path is read, and begins without what was typed", async () => {
  const pages = leftPages();
  expect(pages.left(PATH, "?page=3")).toBeUndefined();
  expect(await pages.load(PATH, "?page=3", async () => "new", isLost)).toBe("new");
  pages.stand(PATH, "?page=3", "new");
  pages.leave(PATH, { ...look, fields: [] });
  expect(pages.left(PATH, "?page=3")).toMatchObject({ data: "new", fields: [] });
  expect(pages.left(PATH, "?page=2")).toBeUndefined();
});

test("the present page is not a kept page to return to", async () => {
  const pages = new KeptPages();
  pages.stand(PATH, "", "old");
  expect(await pages.load(PATH, "", async () => "new", isLost)).toBe("new");
});

test("a page whose reload is lost on the link stays as it was, once", async () => {
  const pages = leftPages();
  Object.assign(pages.left(PATH, "?page=2")!, { isAway: false, isRefreshing: true });
  expect(await pages.load(PATH, "?page=2", lost, isLost)).toBe("old");
  await expect(pages.load(PATH, "?page=2", lost, isLost)).rejects.toThrow("Failed to fetch");
});

test("what fails for another reason, or on another query, is a fault", async () => {
  const pages = leftPages();
  Object.assign(pages.left(PATH, "?page=2")!, { isAway: false, isRefreshing: true });
  await expect(pages.load(PATH, "?page=3", lost, isLost)).rejects.toThrow("Failed to fetch");
  pages.leave(PATH, look);
  Object.assign(pages.left(PATH, "?page=2")!, { isAway: false, isRefreshing: true });
  await expect(pages.load(PATH, "?page=2", never, isLost)).rejects.toThrow("not to be read");
});

test("a menu entry opens the page as it was left, a link with a query opens exactly that address", () => {
  const pages = leftPages();
  expect(pages.href(PATH)).toBe(`${PATH}?page=2`);
  expect(pages.href(`${PATH}?status=TRANSIT`)).toBe(`${PATH}?status=TRANSIT`);
  expect(pages.href("/dashboard")).toBe("/dashboard");
  pages.forget(PATH);
  expect(pages.href(PATH)).toBe(PATH);
  expect(pages.left(PATH, "?page=2")).toBeUndefined();
});

test("twenty pages are kept, and the one that was longest unused goes", () => {
  const pages = new KeptPages();
  for (let number = 0; number <= 20; number += 1) {
    pages.stand(`/page/${number}`, "?a=1", number);
    pages.leave(`/page/${number}`, look);
  }
  expect(pages.href("/page/0")).toBe("/page/0");
  expect(pages.href("/page/1")).toBe("/page/1?a=1");
  expect(pages.href("/page/20")).toBe("/page/20?a=1");
});

test("leaving a page that was never kept records nothing", () => {
  const pages = new KeptPages();
  pages.leave(PATH, look);
  expect(pages.href(PATH)).toBe(PATH);
});
