// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { fieldName } from "#app/components/field-name.server.ts";
import {
  modeMarks,
  serviceMarks,
  visibleAtDoor,
  visibleWithContainers,
} from "#app/components/freight-parts.tsx";
import { type BookingContent, bookingContent } from "#app/contract/booking.ts";
import { cargoTypes, services, transportModes } from "#app/contract/freight-code.ts";
import { formPaths } from "#app/features/bookings/booking-fields.ts";
import { BookingForm } from "#app/features/bookings/form/booking-form.tsx";
import type { BookingReply } from "#app/features/bookings/form/form.server.ts";
import { emptyContent, fieldsOf } from "#app/features/bookings/form/form-content.server.ts";
import type { FormStart } from "#app/features/bookings/form/form-start.server.ts";
import { bookingFaults } from "#app/lib/booking-check.ts";
import { bookingSections, isTrucked, modeParts, needsOfMode } from "#app/lib/freight-needs.ts";
import { renderPage } from "#tests/support/rendered.tsx";

const startOf = (content: BookingContent): FormStart => ({
  id: null,
  bookingNumber: null,
  version: null,
  draftKey: "key-of-address",
  editor: "editor-1",
  made: null,
  mergedAt: null,
  purpose: "draft",
  fields: fieldsOf(content, "en"),
  weight: null,
  unfinished: [],
  owner: "7",
  checked: null,
  source: null,
  addresses: [],
  hasMoreAddresses: false,
  companies: [],
  customerServices: [],
  carriers: [],
  countries: [],
  places: { origins: [], destinations: [] },
});

function drawForm(content: BookingContent, answer?: BookingReply, hasMoreAddresses = false) {
  const view = renderPage(
    <BookingForm
      start={{ ...startOf(content), hasMoreAddresses }}
      path={formPaths.add}
      requestId="r"
      answer={answer}
      labels={{}}
      backHref="/"
      isTemplate
    />,
  );
  return view.container.querySelector("form") as HTMLFormElement;
}

const shows = /^(block|flex|grid)$/;
/** Result of one class for the present choices: `group-has-[x]:hidden`. */
function effectOf(name: string, form: HTMLFormElement): "hidden" | "shown" | "hidden!" | null {
  const steps = name.split(/:(?![^[]*\])/);
  const effect = steps.pop() ?? "";
  const conditions = steps.map((step) => /^group-has-\[(.+)\]$/.exec(step)?.[1]);
  if (!conditions.every((condition) => condition && form.querySelector(condition))) return null;
  if (effect === "hidden!") return "hidden!";
  if (effect === "hidden") return "hidden";
  return shows.test(effect) ? "shown" : null;
}

function isShown(element: Element, form: HTMLFormElement): boolean {
  if (element === form) return true;
  const classes = [...element.classList];
  const asked = classes.filter((name) => name.startsWith("group-has-")).map((name) => effectOf(name, form));
  const isHidden =
    asked.includes("hidden!") ||
    asked.includes("hidden") ||
    (classes.includes("hidden") && !asked.includes("shown"));
  return !isHidden && element.parentElement !== null && isShown(element.parentElement, form);
}

const fieldOf = (form: HTMLFormElement, name: string) =>
  form.querySelector(`[name="${name}"]`) ?? form.querySelector(`#booking-${CSS.escape(name)}`);
const isFieldShown = (form: HTMLFormElement, name: string) => {
  const field = fieldOf(form, name);
  return field !== null && isShown(field, form);
};
/** Selects an option as a person does. */
function choose(form: HTMLFormElement, name: string, value: string): void {
  form.querySelector<HTMLInputElement>(`[name="${name}"][value="${value}"]`)?.click();
}
function tick(form: HTMLFormElement, name: string, isTicked: boolean): void {
  const box = form.querySelector<HTMLInputElement>(`[name="${name}"]`);
  if (box && box.checked !== isTicked) box.click();
}

describe("the form shows the fields of the table of needs", () => {
  test.each(transportModes)("of %s, whatever the service and the trucking", (mode) => {
    const form = drawForm(emptyContent(formPaths.add));
    choose(form, "transportMode", mode);
    for (const service of services)
      for (const isTicked of [false, true]) {
        choose(form, "service", service);
        tick(form, "hasOriginTrucking", isTicked);
        tick(form, "hasDestinationTrucking", isTicked);
        const needs = bookingSections(mode, service);
        const shown = (name: string) => isFieldShown(form, name);
        expect(
          {
            containers: shown("containers[0].containerType"),
            transshipment: shown("transshipment"),
            warehouse: shown("warehouseInNumber"),
            requestedDate: shown("requestedDate"),
            asksPickup: shown("hasOriginTrucking"),
            asksDelivery: shown("hasDestinationTrucking"),
            pickup: shown("pickupAddress"),
            delivery: shown("deliveryAddress"),
          },
          `${mode} ${service} ${isTicked}`,
        ).toEqual({
          containers: needs.hasContainers,
          transshipment: needs.hasTransshipment,
          warehouse: needs.hasWarehouse,
          requestedDate: needs.requestedDate !== null,
          asksPickup: needs.originTrucking === "optional",
          asksDelivery: needs.destinationTrucking === "optional",
          pickup: isTrucked(needs.originTrucking, isTicked),
          delivery: isTrucked(needs.destinationTrucking, isTicked),
        });
      }
  });

  test("and before a mode is chosen hides only the fields of a single mode", () => {
    const form = drawForm(emptyContent(formPaths.online));
    const names = ["transshipment", "warehouseInNumber", "requestedDate", "containers[0].containerType"];
    expect(names.map((name) => isFieldShown(form, name))).toEqual([true, true, true, false]);
  });

  test.each(transportModes)("so that of %s every field that the check asks for can be filled in", (mode) => {
    const form = drawForm(emptyContent(formPaths.add));
    choose(form, "transportMode", mode);
    for (const service of services)
      for (const cargoType of cargoTypes) {
        choose(form, "service", service);
        choose(form, "cargoType", cargoType);
        tick(form, "hasOriginTrucking", true);
        tick(form, "hasDestinationTrucking", true);
        const content = bookingContent.parse({
          transportMode: mode,
          service,
          cargoType,
          hasOriginTrucking: true,
          hasDestinationTrucking: true,
          notifyParty: { name: "x" },
          cargo: [{}],
          containers: [{}],
        });
        const faults = bookingFaults(content).map(({ path }) => fieldName(path));
        expect(faults.length).toBeGreaterThan(10);
        const hidden = faults.filter((name) => !isFieldShown(form, name));
        expect(hidden, `${mode} ${service} ${cargoType}`).toEqual([]);
        expect(faults.includes("containers[0].containerType")).toBe(
          needsOfMode(mode).parts.includes("containers"),
        );
        expect(faults.includes("dangerousClass")).toBe(cargoType === "DANGEROUS");
      }
  });
});

test("the marks of a choice name parts of the table only, and each part once", () => {
  for (const mode of transportModes) {
    const marks = modeMarks(mode);
    const named = [...marks["data-has"].split(" "), ...marks["data-lacks"].split(" ")].filter(Boolean);
    expect(named.toSorted()).toEqual([...modeParts].toSorted());
  }
  expect(visibleWithContainers).toContain("data-has~=containers");
  expect(services.filter((service) => serviceMarks(service)["data-from"] === "door")).toEqual(["DTD", "DTP"]);
  expect(visibleAtDoor.destination).toContain("data-to=port");
});

test("a fault from the server is shown at its field, which is marked invalid", () => {
  drawForm(emptyContent(formPaths.add), {
    reply: {
      status: "error",
      initialValue: { transportMode: "AIR", origin: "Tianjin" },
      error: { origin: ["At most 100 characters"], transportMode: ["Cannot be empty"] },
    },
    requestId: null,
    weight: null,
    unfinished: [],
    conflict: null,
  });
  const origin = screen.getByRole("combobox", { name: "Origin", description: "At most 100 characters" });
  expect((origin as HTMLInputElement).value).toBe("Tianjin");
  screen.getByRole("group", { name: "Transport mode", description: "Cannot be empty" });
});

test("buttons that ask the server name the page's whole address, by whose query the draft is known", () => {
  const form = drawForm(emptyContent(formPaths.add), undefined, true);
  for (const [value, place] of [
    ["find:shipper", "booking-shipper"],
    ["find:consignee", "booking-consignee"],
    ["work-out", "weight"],
  ])
    expect(form.querySelector(`button[value="${value}"]`)?.getAttribute("formaction")).toBe(
      `${location.pathname}${location.search}#${place}`,
    );
});
