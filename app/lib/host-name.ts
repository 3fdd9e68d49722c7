const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/**
 * The name of a host as browsers send it: small letters, other scripts in their ASCII form, without a dot at the end.
 * Null for what is none, for a single word such as localhost, and for an IP address.
 */
export function hostName(text: string): string | null {
  const hostText = text.trim().replace(/\.$/, "");
  if (hostText === "" || hostText.length > 253 || /[\s/\\:?#@%[\]]/.test(hostText)) return null;
  const name = URL.parse(`https://${hostText}/`)?.hostname ?? "";
  const labels = name.split(".");
  const isSound = name.length <= 253 && labels.length > 1 && labels.every((label) => LABEL.test(label));
  return isSound && !/^\d+$/.test(labels.at(-1)!) ? name : null;
}

/** `hostName` of a Host header, whose port does not count. */
export const hostNameOf = (header: string | null): string | null =>
  header === null ? null : hostName(header.replace(/:\d{1,5}$/, ""));
