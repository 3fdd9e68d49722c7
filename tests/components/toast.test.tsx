/** @vitest-environment jsdom */
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Fault } from "#app/components/fault.tsx";
import { LostLink } from "#app/components/lost-link.tsx";
import { renderPage } from "#tests/support/rendered.tsx";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1_000));
const toast = () => screen.queryByRole("status");

function show(text: string) {
  act(() => {
    renderPage(
      <>
        <Fault>{text}</Fault>
        <LostLink />
      </>,
    );
  });
}

test("a fault stands on its page, and its toast goes after five seconds", () => {
  show("The quote has expired");
  expect(toast()?.textContent).toContain("The quote has expired");
  pass(4.9);
  expect(toast()).not.toBeNull();
  pass(0.2);
  expect(toast()).toBeNull();
  // The line is the one that is announced.
  expect(screen.getByRole("alert").textContent).toBe("The quote has expired");
});

test.each([
  ["the pointer", fireEvent.pointerEnter, fireEvent.pointerLeave],
  ["the focus", fireEvent.focusIn, fireEvent.focusOut],
])("a toast stays while %s is in it, and five seconds more", (_, enter, leave) => {
  show("Request timeout");
  pass(4);
  act(() => void enter(toast()!));
  pass(60);
  expect(toast()).not.toBeNull();
  act(() => void leave(toast()!));
  pass(4.9);
  expect(toast()).not.toBeNull();
  pass(0.2);
  expect(toast()).toBeNull();
});

test("a toast is closed by its button", () => {
  show("Error");
  act(() => screen.getByRole("button").click());
  expect(toast()).toBeNull();
  expect(screen.getByRole("alert")).not.toBeNull();
});
