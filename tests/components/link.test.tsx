// @vitest-environment jsdom
import { cleanup, createEvent, fireEvent, render, screen } from "@testing-library/react";
import { createBrowserRouter, Outlet, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Link, useLinks } from "#app/components/link.tsx";

let router: ReturnType<typeof createBrowserRouter>;
let length: number;

function Layout() {
  useLinks();
  return (
    <>
      <Link to="/next?page=2">Next</Link>
      <Link to="/here?q=%C3%A4">Here</Link>
      <Link to="/next" target="_blank">
        Beside
      </Link>
      <Link to="/next" onClick={(event) => event.preventDefault()}>
        Stopped
      </Link>
      <Link to="/next" replace>
        Replaced
      </Link>
      <Link to="/next" reloadDocument>
        Loaded
      </Link>
      <Outlet />
    </>
  );
}

beforeEach(() => {
  vi.stubEnv("SSR", false);
  vi.spyOn(window, "scrollTo").mockImplementation(() => {});
  window.history.replaceState(null, "", "/here?q=%C3%A4");
  router = createBrowserRouter([{ element: <Layout />, children: [{ path: "*", element: null }] }]);
  render(<RouterProvider router={router} />);
  length = window.history.length;
});
afterEach(() => {
  cleanup();
  router.dispose();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Whether the router took the click from the browser. */
function isTaken(name: string, event: MouseEventInit = {}): boolean {
  const link = screen.getByText(name);
  const click = createEvent.click(link, { button: 0, ...event });
  // What is left to the browser would be a navigation of the test's own document.
  window.addEventListener("click", (late) => late.preventDefault(), { once: true });
  let isPrevented = false;
  document.addEventListener("click", (late) => (isPrevented = late.defaultPrevented), { once: true });
  fireEvent(link, click);
  return isPrevented;
}

const here = () => window.location.pathname + window.location.search;

test("a click is a navigation of the router, with a new entry of the history", async () => {
  expect(isTaken("Next")).toBe(true);
  await expect.poll(here).toBe("/next?page=2");
  expect(window.history.length).toBe(length + 1);
});

test("a link to the page's own address, or one that says so, makes no entry of the history", async () => {
  const navigate = vi.spyOn(router, "navigate");
  expect(isTaken("Here")).toBe(true);
  expect(isTaken("Replaced")).toBe(true);
  await expect.poll(here).toBe("/next");
  expect(window.history.length).toBe(length);
  expect(navigate).toHaveBeenCalledTimes(2);
});

test.each([
  ["Next", { ctrlKey: true }],
  ["Next", { metaKey: true }],
  ["Next", { shiftKey: true }],
  ["Next", { altKey: true }],
  ["Next", { button: 1 }],
  ["Beside", {}],
  ["Loaded", {}],
])("%s with %j is left to the browser", (name, event) => {
  expect(isTaken(name, event)).toBe(false);
});

test("a click that the page has dealt with leads nowhere", () => {
  const navigate = vi.spyOn(router, "navigate");
  expect(isTaken("Stopped")).toBe(true);
  expect(navigate).not.toHaveBeenCalled();
});
