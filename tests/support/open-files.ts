import { existsSync, readdirSync, readlinkSync } from "node:fs";

/** Whether the system lists the files that this process has open. */
export const listsOpenFiles = existsSync("/proc/self/fd");

/** The paths of the files below a folder that this process has open. */
export function openFilesUnder(folder: string): string[] {
  return readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.includes(folder) ? [path] : [];
    } catch {
      // The folder that is being read.
      return [];
    }
  });
}
