/** @vitest-environment jsdom */
import { act } from "react";
import { expect, test } from "vitest";
import { Late, latePart } from "#app/components/late-part.tsx";
import { renderPage } from "#tests/support/rendered.tsx";

test("a part whose script arrives takes the place of the link", async () => {
  const Part = latePart(async () => ({ default: () => <p>the part</p> }));
  const page = await act(() =>
    renderPage(
      <Late>
        <Part />
      </Late>,
    ),
  );
  expect(await page.findByText("the part")).toBeTruthy();
  expect(page.queryByRole("link")).toBeNull();
});

test("a part whose script does not arrive leaves a link that loads the same page from the server", async () => {
  const Part = latePart<object>(() => Promise.reject(new Error("offline")));
  const page = await act(() =>
    renderPage(
      <Late>
        <Part />
      </Late>,
    ),
  );
  expect(page.getByRole("link", { name: "Try again" }).getAttribute("href")).toBe("/");
});
