import { z } from "zod";
import { addressFieldNames, addressTypes } from "./address-code.ts";
import { bookingParty } from "./booking.ts";
import { endpoint } from "./endpoint.ts";
import { encodingCall, encodingPreviews } from "./file-encoding.ts";
import { fileFormats, queuedExport } from "./list-file.ts";
import { absentIs } from "./reading.ts";
import { cursorPageOf, cursorRequest, nothing, wireDateTime, wireId } from "./wire.ts";

/** An address as a person writes it. `provider/addresses/check.ts` says what is wrong with one. */
export const addressFields = z.object({
  type: z.enum(addressTypes),
  ...bookingParty.omit({ isAddedToAddressBook: true }).shape,
  /** New bookings begin with it as their shipper; one address of the company at most. */
  isDefaultPickup: z.boolean(),
  /** The same for the consignee. */
  isDefaultDelivery: z.boolean(),
});
export type AddressFields = z.infer<typeof addressFields>;

export const addressEntry = z.object({
  id: wireId,
  ...addressFields.shape,
  type: absentIs(addressFields.shape.type, "4"),
  isDefaultPickup: absentIs(z.boolean(), false),
  isDefaultDelivery: absentIs(z.boolean(), false),
  version: absentIs(z.number().int(), 0),
  updatedAt: wireDateTime.nullish(),
  /** Who changed it last; null for an address that came from a booking. */
  updatedBy: z.string().nullish(),
});
export type AddressEntry = z.infer<typeof addressEntry>;

const addressFilter = {
  keyword: z.string().max(100).optional(),
  /** Addresses of exactly this type. */
  type: z.enum(addressTypes).optional(),
};
export const addressSortKeys = ["name", "country", "updated"] as const;

export const addressList = endpoint({
  name: "address.list",
  summary: "The company's address book; defaults come first when no order is asked for",
  neededBy: ["/booking/add", "/booking/teBooking", "/account/address"],
  path: "/address/list",
  request: z.object({
    ...cursorRequest,
    ...addressFilter,
    sort: z.enum(addressSortKeys).optional(),
    direction: z.enum(["asc", "desc"]).default("asc"),
  }),
  response: cursorPageOf(addressEntry),
});

export const addressDetail = endpoint({
  name: "address.detail",
  summary: "One address of the company",
  usedBy: ["/account/address"],
  path: "/address/detail",
  request: z.object({ id: wireId }),
  response: addressEntry,
});

export const addressSave = endpoint({
  name: "address.save",
  summary:
    "Save an address, new (`id` null) or known; 409 with the stored one when another person changed it",
  usedBy: ["/account/address"],
  path: "/address/save",
  body: "json",
  isWrite: true,
  request: z.object({
    id: wireId.nullable(),
    /** The version that was edited; null for a new address. */
    version: z.number().int().nullable(),
    ...addressFields.shape,
  }),
  response: z.object({ id: wireId }),
});

/** Data of an address's 409. */
export const addressConflict = z.object({ conflict: addressEntry.extend({ isOwn: z.boolean() }) });

export const addressRemove = endpoint({
  name: "address.remove",
  summary: "Remove an address; bookings keep what they took from it",
  usedBy: ["/account/address"],
  path: "/address/remove",
  isWrite: true,
  request: z.object({ id: wireId }),
  response: nothing,
});

export const addressExport = endpoint({
  name: "address.export",
  summary: "The address book as a file that the import takes unchanged; file name in content-disposition",
  usedBy: ["/account/address"],
  path: "/address/export",
  answer: "file",
  retries: 0,
  request: z.object({ format: z.enum(fileFormats) }),
  response: queuedExport,
});

/** Limits of an imported file. */
export const ADDRESS_IMPORT = { bytes: 5 * 1024 * 1024, rows: 5_000, faultyRows: 200 } as const;

/** Multipart: one `file`, CSV or xlsx. Nothing is changed until `address.importRun`. */
export const addressImport = endpoint({
  name: "address.import",
  summary: "Read a file of addresses and keep its rows for a day",
  usedBy: ["/account/address"],
  path: "/address/import",
  body: "multipart",
  isWrite: true,
  request: z.object({}),
  response: z.object({ id: wireId }),
});

/** What an import does, or did, with a row; `twice`: the file has the address before. */
export const importStates = ["added", "changed", "same", "twice", "faulty"] as const;
export const addressImportReport = endpoint({
  name: "address.importReport",
  summary: "What an import would do with each row of its file, or has done",
  usedBy: ["/account/address"],
  path: "/address/importReport",
  request: z.object({ id: wireId }),
  response: z.object({
    fileName: z.string(),
    isDone: z.boolean(),
    counts: z.record(z.enum(importStates), z.number().int()),
    /** Heads of columns that the import does not know. */
    unknownColumns: z.array(z.string()),
    encodings: encodingPreviews,
    /** The first rows that are left out, with the line of the file in which each begins. */
    leftOut: z.array(
      z.object({
        line: z.number().int(),
        name: z.string(),
        faults: z.array(z.object({ field: z.enum(addressFieldNames).nullable(), message: z.string() })),
      }),
    ),
  }),
});
export const addressImportEncoding = encodingCall(
  "address.importEncoding",
  "/address/importEncoding",
  "/account/address",
);

/** The part of the report that says what happened. */
export type ImportOutcome = Pick<z.input<typeof addressImportReport.response>, "counts" | "leftOut">;

export const addressImportRun = endpoint({
  name: "address.importRun",
  summary: "Carry an import out: rows without faults are added or changed, all or none",
  usedBy: ["/account/address"],
  path: "/address/importRun",
  isWrite: true,
  request: z.object({ id: wireId }),
  response: z.object({ added: z.number().int(), changed: z.number().int() }),
});

/** Names of a country's provinces or states, for suggestions. */
export const addressRegions = endpoint({
  name: "address.regions",
  summary: "Subdivisions of a country by ISO 3166-2",
  usedBy: ["/account/address"],
  path: "/address/regions",
  request: z.object({ countryCode: z.string().length(2) }),
  response: z.object({ names: z.array(z.string()) }),
});
