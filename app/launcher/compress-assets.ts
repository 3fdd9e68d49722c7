import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const brotli = promisify(brotliCompress);
/** Below this the head of the answer is larger than what is saved. */
const WORTH_BYTES = 300;

/**
 * Lays a `.br` beside every script of the build, at the level that no server could afford for each request: a seventh
 * less for the browser to fetch. `app/server.ts` hands them out.
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
