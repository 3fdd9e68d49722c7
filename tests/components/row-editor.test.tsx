// @vitest-environment jsdom
import { type FormMetadata, parse, useForm } from "@conform-to/react";
import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { InputField, SelectField } from "#app/components/form-controls.tsx";
import { RowEditor, type RowFields, type RowsField } from "#app/components/row-editor.tsx";
import { renderPage } from "#tests/support/rendered.tsx";

type Row = { type?: string; count?: string };

function Rows({ rows, most = 3, fault }: { rows: Row[]; most?: number; fault?: string }) {
  const [form, fields] = useForm<{ boxes: Row[] }>({
    id: "test",
    lastResult: fault
      ? { status: "error", initialValue: { boxes: rows }, error: { boxes: [fault] } }
      : undefined,
    defaultValue: { boxes: rows },
    onValidate: ({ formData }) => parse(formData, { resolve: (value) => ({ value: value as never }) }),
  });
  return (
    <form id={form.id} onSubmit={form.onSubmit} noValidate>
      <RowEditor
        form={form as unknown as FormMetadata<Record<string, unknown>>}
        field={fields.boxes as unknown as RowsField}
        newRow={{ type: "45G1" }}
        most={most}
        words={{
          row: (number) => `Box ${number}`,
          remove: (number) => `Remove box ${number}`,
          add: "Add a box",
        }}
      >
        {(row: RowFields<"type" | "count">) => (
          <>
            <SelectField
              field={row.type}
              label="Type"
              choices={[
                ["22G1", "20'"],
                ["45G1", "40' high"],
              ]}
            />
            <InputField field={row.count} label="Count" />
          </>
        )}
      </RowEditor>
    </form>
  );
}

const rows = () => screen.getAllByRole("group").map((row) => row as HTMLFieldSetElement);
const within1 = (number: number) => within(screen.getByRole("group", { name: `Box ${number}` }));
const countOf = (number: number) =>
  (within1(number).getByRole("textbox", { name: "Count" }) as HTMLInputElement).value;
const press = (name: string) => act(() => screen.getByRole("button", { name }).click());

describe("rows of a form", () => {
  test("are groups with a name each, and fields with a name each", () => {
    renderPage(<Rows rows={[{ count: "1" }, { count: "2" }]} />);
    expect(rows()).toHaveLength(2);
    expect([countOf(1), countOf(2)]).toEqual(["1", "2"]);
    const names = screen.getAllByRole("textbox").map((input) => (input as HTMLInputElement).name);
    expect(names).toEqual(["boxes[0].count", "boxes[1].count"]);
  });

  test("get a new row with default values, which takes the focus", async () => {
    renderPage(<Rows rows={[{ type: "22G1", count: "1" }]} />);
    await press("Add a box");
    await waitFor(() => expect(rows()).toHaveLength(2));
    const type = within1(2).getByRole("combobox", { name: "Type" }) as HTMLSelectElement;
    expect(type.value).toBe("45G1");
    expect(document.activeElement).toBe(type);
    expect(countOf(1)).toBe("1");
  });

  test("lose the named row, and the last row takes the focus", async () => {
    renderPage(<Rows rows={[{ count: "1" }, { count: "2" }, { count: "3" }]} />);
    await press("Remove box 2");
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect([countOf(1), countOf(2)]).toEqual(["1", "3"]);
    expect(rows()[1]?.contains(document.activeElement)).toBe(true);
  });

  test("are at least one and at most the allowed number", async () => {
    renderPage(<Rows rows={[{}]} most={2} />);
    expect(screen.queryByRole("button", { name: /Remove/ })).toBeNull();
    await press("Add a box");
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(screen.queryByRole("button", { name: "Add a box" })).toBeNull();
  });

  test("keep their position without scripts, by the button's own address", () => {
    renderPage(<Rows rows={[{}, {}]} />);
    for (const name of ["Add a box", "Remove box 1"])
      expect(screen.getByRole("button", { name }).getAttribute("formaction")).toBe("#test-boxes");
    expect(document.getElementById("test-boxes")?.contains(rows()[0] ?? null)).toBe(true);
  });

  test("show a fault of the whole list where the summary links to", () => {
    renderPage(<Rows rows={[{}]} fault="Cannot be empty" />);
    const whole = document.getElementById("test-boxes");
    expect(whole?.firstElementChild?.textContent).toBe("Cannot be empty");
    whole?.focus();
    expect(document.activeElement).toBe(whole);
  });
});
