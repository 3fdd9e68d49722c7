/** More than any form of the portal holds; files travel through routes of their own. */
export const FORM_MAX_BYTES = 1024 * 1024;

/** A posted form without files. */
export function isPlainForm({ headers }: Request): boolean {
  return (headers.get("content-type") ?? "").startsWith("application/x-www-form-urlencoded");
}

export function isFileForm({ headers }: Request): boolean {
  return (headers.get("content-type") ?? "").startsWith("multipart/form-data");
}
