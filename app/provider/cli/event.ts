import { join } from "node:path";
import { chooseDataDir } from "../db/data-folder.ts";
import { ContentUnreadable, readSent } from "../event-contents/read.ts";
import { folderStore } from "../file-store/folder.ts";
import { s3Store } from "../file-store/s3.ts";
import { onOperatorsDatabase, operatorsConfig, runCommand, UsageError } from "./command.ts";

/** `npm run event -- ID`: prints all versions of an event as its sender sent them, the latest first, one JSON object a line. */
await runCommand(async () => {
  const [eventId, ...rest] = process.argv.slice(2);
  if (!eventId || rest.length > 0)
    throw new UsageError(
      "Name the event: npm run event -- ID; ids of carriers begin with their code, MAEU:...",
    );
  const config = await operatorsConfig();
  const bucket = config.filesS3Url ? s3Store(config.filesS3Url) : undefined;
  const files = bucket ?? folderStore(join(await chooseDataDir(config), "files"));
  try {
    const reading = onOperatorsDatabase("event", (db) => readSent(db, files, eventId));
    const versions = await reading.catch((error) => {
      if (!(error instanceof ContentUnreadable)) throw error;
      throw new UsageError(`${error.message}: ask npm run doctor, or restore the file from a backup`);
    });
    if (versions.length === 0) throw new UsageError(`No event has the id ${eventId}`);
    for (const { sent, ...known } of versions)
      console.log(`${JSON.stringify(known).slice(0, -1)},"sent":${sent}}`);
    return 0;
  } finally {
    bucket?.close();
  }
});
