import { openDatabase } from "#app/provider/db/database.ts";
import { moveContents } from "#app/provider/event-contents/move.ts";
import { folderStore } from "#app/provider/file-store/folder.ts";
import { s3Store } from "#app/provider/file-store/s3.ts";

/**
 * A process that moves contents of events into the files of a folder or a bucket until there is nothing left, in small batches,
 * and then prints "done". `DATABASE_URL`, the folder or the bucket's address, and the time that counts as now.
 */
const [place, at] = process.argv.slice(2);
const { db, close } = openDatabase(process.env.DATABASE_URL!);
const now = new Date(at!);
const files = URL.canParse(place!) ? s3Store(place!) : folderStore(place!);
const options = { database: db, files, before: new Date("2100-01-01"), now, batch: 40 };
console.log("begun");
while (await moveContents(options)) {}
console.log("done");
await close();
