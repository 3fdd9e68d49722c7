import { dateShapes, textOfMarkup } from "#tests/support/date-shapes.ts";
import { seededFolder, startProduct } from "#tests/support/product.ts";
import { pagesOf } from "./pages-of.ts";
import { listOf } from "./portal-load.ts";

/**
 * How every page looks and speaks, as the demonstration's account sees it: the formats of its dates with their numbers, and
 * how often it says 'UTC'.
 * node tests/bench/looks.ts [part of an address]
 */
const [, , part = ""] = process.argv;

const product = await startProduct({ RATE_LIMITS: "off" }, await seededFolder());
try {
  const { url, cookie } = await listOf(product);
  const rows = [];
  for (const { address, isForVisitors, isForDesk } of await pagesOf(product)) {
    if (isForVisitors || isForDesk || !address.includes(part)) continue;
    const answer = await fetch(new URL(address, url), { headers: { cookie }, redirect: "manual" });
    if (answer.status !== 200) continue;
    const text = textOfMarkup(await answer.text());
    const formats = dateShapes(text);
    rows.push({
      page: address.replace(/\d{2,}/g, "n"),
      formats: formats.size,
      utc: text.match(/UTC/g)?.length ?? 0,
      dates: [...formats].map(([shape, { count }]) => `${shape} ${count}`).join(", "),
    });
  }
  console.table(rows);
} finally {
  await product.stop();
}
