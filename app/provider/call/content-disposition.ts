/**
 * Makes `content-disposition` of a download (RFC 6266): an ASCII name for every client, and the real name in
 * UTF-8 (RFC 5987) where it differs. Folders and control characters are removed.
 */
export function attachment(fileName: string): string {
  const name = fileName.replace(/^.*[/\\]/, "").replace(/\p{Cc}/gu, "") || "file";
  const plain = name.replace(/[^\x20-\x7e]/g, "_").replace(/["\\%]/g, "_");
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return plain === name
    ? `attachment; filename="${plain}"`
    : `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
