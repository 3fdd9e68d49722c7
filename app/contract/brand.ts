import { z } from "zod";
import { menuNames } from "./access.ts";
import { embeddedPage } from "./embedded-page.ts";
import { endpoint } from "./endpoint.ts";
import { brandColor, PRODUCT_NAME_LENGTH } from "./product-look.ts";
import { operationLogEntry } from "./quote.ts";
import { absentIs } from "./reading.ts";
import { nothing, wireId } from "./wire.ts";

/** The logo for light pages, which dark ones show too where there is no other. */
export const logoSchemes = ["light", "dark"] as const;
export type LogoScheme = (typeof logoSchemes)[number];

/** Names a drawn picture by its content. */
const drawing = z.string().regex(/^[\w-]{22}$/);

const look = {
  /** Null: the operator's own. */
  nameEn: z.string().nullable(),
  nameZh: z.string().nullable(),
  color: z.string().regex(brandColor).nullable(),
  logo: drawing.nullable(),
  darkLogo: drawing.nullable(),
};

/** What the portal shows at the host name of a company before sign-in. */
export const hostBrand = z.object(look);
export type HostBrand = z.infer<typeof hostBrand>;

/** What the portal shows to people of a company. */
export const companyBrand = z.object({
  ...look,
  /** Pages of the company inside the portal (product 2.3), in their order. */
  pages: absentIs(z.array(embeddedPage), []),
});
export type CompanyBrand = z.infer<typeof companyBrand>;

export const brandOfHost = endpoint({
  name: "brand.ofHost",
  summary: "The look of the portal at a host name of a customer's; null where no customer has it",
  usedBy: ["/login"],
  path: "/brand/ofHost",
  body: "json",
  access: "public",
  retries: 0,
  timeoutMs: 3_000,
  request: z.object({ host: z.string().max(253) }),
  response: z.object({ brand: hostBrand.nullable() }),
});

export const brandLogo = endpoint({
  name: "brand.logo",
  summary: "A logo as WebP, or the icon made of it as PNG, by the name of its content",
  usedBy: ["/freightForwarder/logo"],
  path: "/brand/logo",
  access: "public",
  answer: "file",
  retries: 0,
  request: z.object({ drawing, as: z.enum(["logo", "icon"]) }),
  response: z.any(),
});

// A line of text: names stand in titles and in headers of mails.
const line = z
  .string()
  .trim()
  .max(PRODUCT_NAME_LENGTH)
  .regex(/^[^\p{Cc}]*$/u);
const page = z.object({ id: wireId, ...embeddedPage.shape });
/** Of a form with a file it comes as text. */
const version = z.union([
  z.number().int().min(0),
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
]);
const change = { companyId: wireId, version };

export const brandDetail = endpoint({
  name: "brand.detail",
  summary: "The look of a customer, its pages, and who changed what",
  neededBy: ["/freightForwarder/logo"],
  usedBy: ["/freightForwarder/customer"],
  path: "/brand/detail",
  body: "json",
  request: z.object({ companyId: wireId }),
  response: z.object({
    companyId: wireId,
    companyName: z.string(),
    /** Named by every change; 0 before the first. */
    version: z.number().int(),
    nameEn: z.string(),
    nameZh: z.string(),
    color: z.string(),
    senderName: z.string(),
    senderAddress: z.string(),
    host: z.string(),
    logo: drawing.nullable(),
    darkLogo: drawing.nullable(),
    pages: z.array(page),
    /** Domains that a sender's address may be of. */
    senderDomains: z.array(z.string()),
    log: z.array(operationLogEntry),
  }),
});

export const brandSave = endpoint({
  name: "brand.save",
  summary: "Change the look of a customer: what is empty is the operator's own; another version is refused",
  usedBy: ["/freightForwarder/customer"],
  path: "/brand/save",
  body: "json",
  isWrite: true,
  request: z.object({
    ...change,
    nameEn: line,
    nameZh: line,
    color: z.union([z.literal(""), z.string().regex(brandColor)]),
    senderName: line,
    senderAddress: z.union([z.literal(""), z.email().max(254)]),
    host: z.string().trim().max(253),
  }),
  response: nothing,
});

/** Multipart: the fields, then one file. */
export const brandLogoUpload = endpoint({
  name: "brand.logoUpload",
  summary: "Make a customer's logo from a file: PNG, JPEG or WebP, up to 1 MB",
  usedBy: ["/freightForwarder/logo"],
  path: "/brand/logoUpload",
  body: "multipart",
  isWrite: true,
  request: z.object({ ...change, scheme: z.enum(logoSchemes) }),
  response: nothing,
});

export const brandLogoRemove = endpoint({
  name: "brand.logoRemove",
  summary: "Remove a logo of a customer",
  usedBy: ["/freightForwarder/logo"],
  path: "/brand/logoRemove",
  body: "json",
  isWrite: true,
  request: z.object({ ...change, scheme: z.enum(logoSchemes) }),
  response: nothing,
});

export const brandPageSave = endpoint({
  name: "brand.pageSave",
  summary: "Add or change a page of a customer inside the portal: an https address below a menu",
  usedBy: ["/freightForwarder/customer"],
  path: "/brand/pageSave",
  body: "json",
  isWrite: true,
  request: z.object({
    ...change,
    /** Null: a new one. */
    id: wireId.nullable(),
    page: z.object({
      ...embeddedPage.shape,
      menu: z.enum(menuNames),
      address: embeddedPage.shape.address
        .max(2_000)
        .startsWith("https:")
        .meta({ examples: ["https://reports.example.com/freight"] }),
    }),
    /** Its place in the list, from 1. */
    place: z.number().int().min(1).max(99),
  }),
  response: nothing,
});

export const brandPageRemove = endpoint({
  name: "brand.pageRemove",
  summary: "Remove a page of a customer",
  usedBy: ["/freightForwarder/customer"],
  path: "/brand/pageRemove",
  body: "json",
  isWrite: true,
  request: z.object({ ...change, id: wireId }),
  response: nothing,
});
