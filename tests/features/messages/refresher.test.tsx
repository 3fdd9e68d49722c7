// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, Outlet, RouterProvider, useLoaderData } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { frameRevalidates } from "#app/components/kept-page.ts";
import { keepForms } from "#app/components/lost-link.tsx";
import { Refresher, tellChanged } from "#app/features/messages/live/refresher.tsx";

let asked: string[];
let answer: () => unknown;
let router: ReturnType<typeof createMemoryRouter>;
let hours = 0;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });
  // The module remembers when it loaded last: each test is later than the one before.
  vi.setSystemTime(Date.now() + ++hours * 3_600_000);
  asked = [];
  answer = () => `version ${asked.length}`;
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Frame() {
  return (
    <main id="content">
      <Outlet />
      <Refresher />
    </main>
  );
}

function Page() {
  return (
    <>
      <p>{String(useLoaderData())}</p>
      <input aria-label="Search" defaultValue="stored" />
    </>
  );
}

async function open(path: string): Promise<void> {
  const page = (name: string, shipments?: "one" | "many") => ({
    path: name,
    element: <Page />,
    handle: { shipments },
    loader: () => {
      asked.push("page");
      return answer();
    },
  });
  router = createMemoryRouter(
    [
      {
        path: "/",
        element: <Frame />,
        shouldRevalidate: frameRevalidates,
        middleware: [keepForms as never],
        loader: () => {
          asked.push("frame");
          return null;
        },
        errorElement: <p>An error page</p>,
        children: [page("list", "many"), page("detail/:id", "one"), page("profile")],
      },
    ],
    { initialEntries: [path] },
  );
  render(<RouterProvider router={router} />);
  await screen.findByText(/version/);
  asked.splice(0);
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
async function changes(...ids: string[]): Promise<void> {
  await act(async () => tellChanged(ids));
  await pass(1_000);
}

test.each([
  ["/list", ["7"], ["page"]],
  ["/detail/7", ["6", "7"], ["page"]],
  ["/detail/7", ["6"], []],
  ["/profile", ["7"], []],
])("on %s a change of %j loads %j", async (path, ids, loads) => {
  await open(path);
  await changes(...ids);
  expect(asked).toEqual(loads);
});

test("what was typed stays, and is waited for", async () => {
  await open("/list");
  const field = screen.getByLabelText<HTMLInputElement>("Search");
  field.focus();
  field.value = "half a w";
  await changes("7");
  await pass(30_000);
  expect([asked, field.value, document.activeElement]).toEqual([[], "half a w", field]);
  field.value = "stored";
  await pass(1_000);
  expect(asked).toEqual(["page"]);
  expect(document.activeElement).toBe(field);
});

test("what is being typed is waited for, even if it is what was there", async () => {
  await open("/list");
  await pass(20_000);
  screen.getByLabelText("Search").dispatchEvent(new Event("input", { bubbles: true }));
  await act(async () => tellChanged(["7"]));
  await pass(2_000);
  expect(asked).toEqual([]);
  await pass(3_000);
  expect(asked).toEqual(["page"]);
});

test.each([
  ["a network that fails", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["a portal that fails", () => Promise.reject(new Error("500"))],
])("%s leaves the page as it is", async (_, fail) => {
  await open("/list");
  answer = fail;
  await changes("7");
  expect(asked).toEqual(["page"]);
  expect(screen.getByText("version 2")).toBeDefined();
  answer = () => "the present version";
  await pass(20_000);
  expect(await screen.findByText("the present version")).toBeDefined();
});

test("a page that the person opens shows its own error", async () => {
  await open("/list");
  await changes("7");
  answer = () => Promise.reject(new Error("500"));
  await act(() => router.navigate("/profile"));
  await waitFor(() => expect(screen.getByText("An error page")).toBeDefined());
});
