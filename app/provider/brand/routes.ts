import * as contract from "#app/contract/brand.ts";
import type { Needs } from "../call/needs.ts";
import { handle, handlePublic, type Route } from "../call/route.ts";
import { readBrand, saveBrand } from "./brand.ts";
import { removeLogo, sendLogo, uploadLogo } from "./logo.ts";
import { findHostBrand } from "./look.ts";
import { removePage, savePage } from "./pages.ts";

const read = { reach: "read", desk: true } as const satisfies Needs;
const act = { reach: "act", desk: true } as const satisfies Needs;

/** How the portal looks for people of each customer. */
export const brandRoutes: Route[] = [
  // Asked by the portal's server on behalf of all visitors, once a minute for each host name.
  handlePublic(contract.brandOfHost, findHostBrand, { callsPerMinute: 3_000 }),
  handlePublic(contract.brandLogo, sendLogo, { callsPerMinute: 600 }),
  handle(contract.brandDetail, read, readBrand),
  handle(contract.brandSave, act, saveBrand),
  handle(contract.brandLogoUpload, act, uploadLogo),
  handle(contract.brandLogoRemove, act, removeLogo),
  handle(contract.brandPageSave, act, savePage),
  handle(contract.brandPageRemove, act, removePage),
];
