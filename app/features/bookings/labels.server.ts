import { fieldName } from "#app/components/field-name.server.ts";
import { bookingContent } from "#app/contract/booking.ts";
import { partyRoles } from "#app/contract/freight-code.ts";
import type { BookingStatus } from "#app/lib/booking-state.ts";
import type { Translate } from "#app/locales/translation.ts";
import type { BookingFields } from "./booking-fields.ts";
import { pathLabel } from "./content-view.server.ts";

export function bookingStatusLabel(t: Translate, status: BookingStatus): string {
  return t(`bookings:status.${status}`);
}

/** Field names of the form, as conform writes them (`cargo[0].weight`), to their labels. */
export function formLabels(t: Translate, fields: BookingFields): Record<string, string> {
  const labels: Record<string, string> = {};
  const add = (path: string) => {
    labels[fieldName(path)] = pathLabel(path, t);
  };
  const parties: readonly string[] = partyRoles;
  for (const name of Object.keys(bookingContent.shape)) {
    if (parties.includes(name)) {
      for (const part of ["name", "address", "postcode", "state", "countryCode", "contactNumber"])
        add(`${name}.${part}`);
    }
    add(name);
  }
  const lineNames = [
    "poNumber",
    "skuNumber",
    "pieces",
    "packageType",
    "length",
    "width",
    "height",
    "dimensionUnit",
    "weight",
    "weightUnit",
    "volume",
  ];
  // The form may have this many lines after rows were added in the browser.
  const lines = Math.max(fields.cargo?.length ?? 0, 10);
  for (let row = 0; row < lines; row += 1) for (const name of lineNames) add(`cargo.${row}.${name}`);
  const containers = Math.max(fields.containers?.length ?? 0, 5);
  for (let row = 0; row < containers; row += 1) {
    for (const name of ["containerType", "containerNumber", "info"]) add(`containers.${row}.${name}`);
  }
  return labels;
}
