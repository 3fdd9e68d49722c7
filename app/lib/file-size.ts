import type { DisplayLanguage } from "./date-time.ts";
import { formatNumber } from "./money.ts";

export const MEGABYTE = 1024 * 1024;

/** "12 KB", "1.4 MB"; the smallest file counts as 1 KB. */
export function formatFileSize(bytes: number, language: DisplayLanguage): string {
  return bytes < MEGABYTE
    ? `${formatNumber(String(Math.max(1, Math.round(bytes / 1024))), language)} KB`
    : `${formatNumber((bytes / MEGABYTE).toFixed(1), language)} MB`;
}
