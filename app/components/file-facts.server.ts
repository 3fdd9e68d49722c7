import type { Visit } from "#app/access/visit.server.ts";
import { formatFileSize } from "#app/lib/file-size.ts";

/**
 * Details of a file beside its name: size, further details, and whether it was scanned, if the provider says
 * so.
 */
export function fileFacts(
  { size, isScanned }: { size: number | null; isScanned: boolean | null },
  { t, language }: Visit,
  more: readonly string[] = [],
): string {
  const scan = isScanned === null ? [] : [t(`bookings:attachments.${isScanned ? "scanned" : "notScanned"}`)];
  const facts = size === null ? [] : [formatFileSize(size, language)];
  return [...facts, ...more, ...scan].join(" · ");
}
