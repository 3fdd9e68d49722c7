import type { Readable } from "node:stream";
import { ScannerUnavailable } from "../file-store/scanner.ts";
import type { FileStore } from "../file-store/store.ts";
import type { MessageKey } from "../texts/message.ts";

/** When the content was found clean; null without a scanner. */
export async function scannedAt(
  files: FileStore,
  content: () => Readable,
): Promise<Date | null | { refused: MessageKey }> {
  if (!files.scan) return null;
  try {
    const { found: infection } = await files.scan(content());
    return infection === null ? new Date() : { refused: "fileInfected" };
  } catch (error) {
    // With a scanner configured, unscanned files are refused.
    if (error instanceof ScannerUnavailable) return { refused: "fileNotScanned" };
    throw error;
  }
}
