import type { ProviderConfig } from "#app/provider/config.ts";
import { openPlace } from "#app/provider/forwarder-system/open.ts";
import { type Finding, fault, ok, reasonOf, skipped } from "./finding.ts";

/** Whether files of the forwarder's own system can be taken from where they are put. */
export async function lookAtImports({ imports }: ProviderConfig): Promise<Finding> {
  if (!imports) return skipped("IMPORT_FROM is not set: no files are taken");
  const { from } = imports;
  const name = typeof from === "string" ? from : `${from.host}${from.folder}`;
  try {
    const place = await openPlace(imports);
    try {
      await place.check();
      const waiting = (await place.list()).length;
      return ok(`${name} is read; ${waiting} files lie there`);
    } finally {
      await place.close();
    }
  } catch (error) {
    return fault(
      `${name} cannot be used (${reasonOf(error)})`,
      typeof from === "string"
        ? "check IMPORT_FROM, and that the provider's user may read and write there"
        : "check host, folder and IMPORT_HOST_KEY, and that the account of IMPORT_FROM may read and write there",
    );
  }
}
