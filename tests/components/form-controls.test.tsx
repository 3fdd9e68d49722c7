// @vitest-environment jsdom
import { useForm } from "@conform-to/react";
import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { answeredField, inputProps, type ListField, type TextField } from "#app/components/field-props.ts";
import { requiredConstraint } from "#app/components/form.tsx";
import {
  CheckField,
  InputField,
  OptionFields,
  SelectField,
  TextAreaField,
} from "#app/components/form-controls.tsx";
import { MeasureFields, type MeasureName } from "#app/components/measure-fields.tsx";
import { PlaceField } from "#app/components/place-field.tsx";
import { renderPage } from "#tests/support/rendered.tsx";

type Given = { fault?: string; value?: string | string[]; required?: string[]; hint?: string };
type Draw = (field: TextField, hint: string | undefined) => React.ReactNode;

/** One control in a conform form after a refused submit. */
function Form({ draw, fault, value, required = [], hint }: Given & { draw: Draw }) {
  const [form, fields] = useForm<Record<string, string | string[]>>({
    id: "test",
    lastResult: fault
      ? { status: "error", initialValue: { subject: value ?? "" }, error: { subject: [fault] } }
      : undefined,
    defaultValue: { subject: value ?? "" },
    constraint: requiredConstraint(required),
  });
  return (
    <form id={form.id} noValidate>
      {draw(fields.subject as unknown as TextField, hint)}
    </form>
  );
}
const draw = (control: Draw, given: Given = {}) => renderPage(<Form draw={control} {...given} />);

const choices = [
  ["", "Please choose"],
  ["FOB", "Free on board"],
] as const;

const kinds: [kind: string, role: string, control: Draw, value: string][] = [
  ["input", "textbox", (field, hint) => <InputField field={field} hint={hint} label="Subject" />, "Shekou"],
  [
    "select",
    "combobox",
    (field, hint) => <SelectField field={field} hint={hint} choices={choices} label="Subject" />,
    "FOB",
  ],
  [
    "textarea",
    "textbox",
    (field, hint) => <TextAreaField field={field} hint={hint} label="Subject" />,
    "Two\nlines",
  ],
  [
    "place",
    "combobox",
    (field, hint) => <PlaceField field={field} hint={hint} label="Subject" places={["Hamburg (DEHAM)"]} />,
    "Hamburg (DEHAM)",
  ],
];

describe.each(kinds)("%s", (kind, role, control, value) => {
  const subject = () => screen.getByRole(role, { name: "Subject" }) as HTMLInputElement;

  test("is found by its label, and holds its value under its name", () => {
    draw(control, { value });
    expect(subject().value).toBe(value);
    expect(subject().name).toBe("subject");
    expect(subject().form?.id).toBe("test");
    expect(subject().hasAttribute("aria-describedby"), kind).toBe(false);
    expect(subject().hasAttribute("aria-invalid")).toBe(false);
  });

  test("is described by its hint", () => {
    draw(control, { hint: "As on the papers" });
    expect(screen.getByRole(role, { name: "Subject", description: "As on the papers" })).toBe(subject());
  });

  test("is described by its fault, which no reader of colours needs", () => {
    draw(control, { fault: "Cannot be empty" });
    expect(subject().getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByRole(role, { name: "Subject", description: "Cannot be empty" })).toBe(subject());
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("is described by both, and keeps what was typed", () => {
    draw(control, { hint: "As on the papers", fault: "Cannot be empty", value });
    const description = "Cannot be empty As on the papers";
    expect(screen.getByRole(role, { name: "Subject", description })).toBe(subject());
    expect(subject().value).toBe(value);
  });

  test("is required where the schema says so", () => {
    draw(control, { required: ["subject"] });
    expect(subject().required).toBe(true);
  });
});

describe("an input", () => {
  test("gives a password back to nobody", () => {
    draw((field) => <InputField field={field} label="Password" type="password" />, { value: "secret-1" });
    expect((screen.getByLabelText("Password") as HTMLInputElement).value).toBe("");
  });

  test("shows the text of a schema's key, and a text of the provider as it is", () => {
    draw((field) => <InputField field={field} label="Subject" />, { fault: "shell:form.empty" });
    screen.getByRole("textbox", { name: "Subject", description: "Cannot be empty" });
  });
});

describe("a box to tick", () => {
  const box: Draw = (field) => <CheckField field={field} label="Add to the address book" />;
  const find = () => screen.getByRole("checkbox", { name: "Add to the address book" }) as HTMLInputElement;

  test.each([
    ["on", true],
    ["", false],
  ])("that was sent as '%s' is ticked: %s", (value, isTicked) => {
    draw(box, { value });
    expect(find().checked).toBe(isTicked);
    expect(find().value).toBe("on");
    expect(find().hasAttribute("aria-describedby")).toBe(false);
  });

  test("is described by its fault", () => {
    draw(box, { fault: "Please confirm" });
    expect(find().getAttribute("aria-invalid")).toBe("true");
    screen.getByRole("checkbox", { name: "Add to the address book", description: "Please confirm" });
  });
});

describe.each(["radio", "checkbox"] as const)("a group of %s", (type) => {
  const options = [
    { value: "AIR", label: "Air", marks: { "data-has": "warehouse" } as const },
    { value: "TRUCK", label: "Truck" },
  ];
  const group: Draw = (field) => (
    <OptionFields type={type} field={field as ListField} legend="Mode" options={options} />
  );
  const find = () => screen.getByRole("group", { name: "Mode" });

  test("is found by its legend, and holds what is chosen", () => {
    draw(group, { value: type === "radio" ? "TRUCK" : ["TRUCK"] });
    const inputs = within(find()).getAllByRole(type) as HTMLInputElement[];
    expect(inputs.map(({ name, value, checked }) => [name, value, checked])).toEqual([
      ["subject", "AIR", false],
      ["subject", "TRUCK", true],
    ]);
    expect(within(find()).getByRole(type, { name: "Air" }).dataset.has).toBe("warehouse");
    expect(find().hasAttribute("aria-describedby")).toBe(false);
  });

  test("is described by its fault, and takes the focus from the summary's link", () => {
    draw(group, { fault: "Cannot be empty" });
    expect(screen.getByRole("group", { name: "Mode", description: "Cannot be empty" })).toBe(find());
    find().focus();
    expect(document.activeElement).toBe(find());
    expect(find().id).toBe("test-subject");
  });

  test("asks for one of the radios, never for every box", () => {
    draw(group, { required: ["subject"] });
    const inputs = screen.getAllByRole(type) as HTMLInputElement[];
    expect(inputs.every(({ required }) => required)).toBe(type === "radio");
  });
});

test("the measures of a row are all labelled, with their units", () => {
  const names: MeasureName[] = [
    "pieces",
    "packageType",
    "length",
    "width",
    "height",
    "dimensionUnit",
    "weight",
    "weightUnit",
  ];
  const fields = Object.fromEntries(
    names.map((name) => [
      name,
      answeredField({ id: name, fault: name === "weight" ? "Must be above zero" : null }),
    ]),
  ) as Record<MeasureName, TextField>;
  renderPage(<MeasureFields fields={fields} />);
  for (const name of ["Pieces", "Length", "Width", "Height", "Weight"])
    expect(screen.getByRole("textbox", { name })).toBeInstanceOf(HTMLInputElement);
  for (const name of ["Package", "Dimensions in", "Weight in"])
    expect(screen.getByRole("combobox", { name })).toBeInstanceOf(HTMLSelectElement);
  screen.getByRole("textbox", { name: "Weight", description: "Must be above zero" });
});

describe("a field of a form that conform does not hold", () => {
  test("has its value and its fault, which is announced at once", () => {
    const field = answeredField({ id: "reason", value: "Too dear", fault: "At most 10 characters" });
    renderPage(<TextAreaField field={field} label="Reason" hint="Your forwarder reads it" isAlert />);
    const description = "At most 10 characters Your forwarder reads it";
    const reason = screen.getByRole("textbox", { name: "Reason", description }) as HTMLTextAreaElement;
    expect([reason.name, reason.value]).toEqual(["reason", "Too dear"]);
    expect(screen.getByRole("alert").textContent).toBe("At most 10 characters");
  });

  test("is described in a layout of its own by what it names", () => {
    renderPage(
      <label>
        Files
        <input {...inputProps(answeredField({ id: "files", name: "file" }), "file", "limits")} />
        <span id="limits">At most 5 MB</span>
      </label>,
    );
    const input = document.querySelector<HTMLInputElement>("#files");
    expect([input?.name, input?.type, input?.getAttribute("aria-describedby")]).toEqual([
      "file",
      "file",
      "limits",
    ]);
  });
});
