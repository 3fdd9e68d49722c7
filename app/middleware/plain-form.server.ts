/** More than any form of the portal holds; files travel through routes of their own. */
export const FORM_MAX_BYTES = 1024 * 1024;

/** A posted form without files, whose length is told and bearable. */
export function isPlainForm({ headers }: Request): boolean {
  const type = headers.get("content-type") ?? "";
  const length = Number(headers.get("content-length") ?? Number.POSITIVE_INFINITY);
  return type.startsWith("application/x-www-form-urlencoded") && length <= FORM_MAX_BYTES;
}
