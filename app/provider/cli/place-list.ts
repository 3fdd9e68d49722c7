import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { buffer } from "node:stream/consumers";
import yauzl from "yauzl";
import { csvTable } from "../files/csv-rows.ts";
import { decodeText } from "../files/text-encoding.ts";
import { loadReference } from "../reference/load.ts";
import { loadCodeList } from "../reference/load-code-list.ts";
import { loadWorldPlaces } from "../reference/load-world.ts";
import { type ListedPlaces, NotTheCodeList, placesOfList } from "../reference/un-locode-list.ts";
import { onOperatorsDatabase, runCommand, UsageError } from "./command.ts";

const HELP = "npm run place:list -- FILE.zip|FILE.csv...";

/** The list has 116,000 rows in 6 MB; a file of another kind is not unpacked. */
const MAX_BYTES = 100 * 1024 * 1024;

/**
 * `npm run place:list`: adds the places of UN/LOCODE, from the zip or its parts in CSV as UNECE publishes them, to the database
 * of `DATA_DIR` or `DATABASE_URL`.
 */
async function readList(files: readonly string[]): Promise<ListedPlaces> {
  if (files.length === 0) throw new UsageError(HELP);
  const parts: Buffer[] = [];
  for (const file of files) {
    try {
      parts.push(...(/\.zip$/i.test(file) ? await unpacked(file) : [await readFile(file)]));
    } catch (error) {
      throw new UsageError(`${file} cannot be read: ${(error as Error).message}`);
    }
  }
  try {
    // UNECE writes Windows-1252, who prepares the list anew mostly UTF-8.
    return placesOfList(
      parts.map((part) => csvTable(decodeText(part, null) ?? decodeText(part, "windows-1252")!)),
    );
  } catch (error) {
    if (!(error instanceof NotTheCodeList || String((error as { code?: string }).code).startsWith("CSV_")))
      throw error;
    throw new UsageError(
      `No code list of UN/LOCODE: its rows have the columns Change, Country, Location, Name, NameWoDiacritics, Subdivision, Function, Status, Date, IATA, Coordinates, Remarks`,
    );
  }
}

/** The parts of the list in the zip; codes of subdivisions lie beside them. */
async function unpacked(path: string): Promise<Buffer[]> {
  const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false });
  try {
    const parts: Buffer[] = [];
    let bytes = 0;
    for await (const entry of zip.eachEntry()) {
      if (!/codelist[^/]*\.csv$/i.test(entry.fileName.replace(/[\s_-]/g, ""))) continue;
      bytes += entry.uncompressedSize;
      if (bytes > MAX_BYTES) throw new Error("it is too large");
      parts.push(await buffer(await zip.openReadStreamPromise(entry)));
    }
    if (parts.length === 0) throw new Error("it holds no file named ...CodeList...csv");
    return parts;
  } finally {
    zip.close();
  }
}

async function load(files: readonly string[]): Promise<number> {
  const { places, leftOut } = await readList(files);
  return onOperatorsDatabase("place-list", async (db) => {
    await loadReference(db);
    await loadWorldPlaces(db);
    const edition = files.map((file) => basename(file)).join(", ");
    const { added, changed, noZone } = await loadCodeList(db, places, edition);
    const { noTransport, withdrawn, secondCode, wrongCode } = leftOut;
    console.log(
      `${added} places were added, ${changed} changed, ${places.length - noZone - added - changed} stayed as they were\n` +
        `Left out: ${noTransport} without port, airport, rail or inland terminal, ${leftOut.noZone + noZone} whose time zone is not known, ` +
        `${secondCode} second codes of a port, ${withdrawn} withdrawn, ${wrongCode} without a right code or a name`,
    );
    return 0;
  });
}

await runCommand(async () => load(process.argv.slice(2)));
