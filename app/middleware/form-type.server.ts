import { rulesOf } from "#app/route-rules.ts";

/** Larger than any form of the portal; files use routes of their own. */
export const FORM_MAX_BYTES = 1024 * 1024;

/** A posted form without files. */
export function isPlainForm(request: Request): boolean {
  return typeOf(request) === "application/x-www-form-urlencoded";
}

/** A posted form that may hold files. */
export function isFileForm(request: Request): boolean {
  return typeOf(request) === "multipart/form-data";
}

const typeOf = ({ headers }: Request) => headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();

/** A form with files for a route that forwards it. */
export function isUpload(request: Request): boolean {
  return isFileForm(request) && rulesOf(new URL(request.url).pathname).takesFiles === true;
}
