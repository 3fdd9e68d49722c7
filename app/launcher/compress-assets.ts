import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const brotli = promisify(brotliCompress);
/** Smaller files gain less than the additional headers cost. */
const WORTH_BYTES = 300;

/**
 * Writes a `.br` file beside every script of the build, at a level that is too slow for each request: a
 * seventh less to download. `app/server.ts` serves them.
 */
export async function compressAssets(root: string): Promise<void> {
  const folder = join(root, "build", "client", "assets");
  for (const name of await readdir(folder)) {
    if (!/\.(js|css)$/.test(name)) continue;
    const content = await readFile(join(folder, name));
    if (content.length < WORTH_BYTES) continue;
    const packed = await brotli(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    });
    await writeFile(join(folder, `${name}.br`), packed);
  }
}
