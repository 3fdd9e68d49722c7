import { LinkifyIt } from "linkify-it";
import { splitEmoji } from "#app/lib/emoji-code.ts";
import type { TextPiece } from "./message-view.ts";

// Links only with http or https: no address without a scheme, no e-mail, no scripts. User names and passwords
// before a host are not linked, because they can make a link look like another site's.
const links = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false, urlAuth: false, maxLength: 2_000 })
  .add("ftp:", null)
  .add("mailto:", null)
  .add("//", null);

/** Splits a text into plain parts, links and emoji. A text is never parsed as markup. */
export function textPieces(text: string): TextPiece[] {
  return splitEmoji(text).flatMap((piece) => (typeof piece === "string" ? linkPieces(piece) : [piece]));
}

function linkPieces(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const { index, lastIndex, raw, url } of links.match(text) ?? []) {
    const address = URL.parse(url);
    if (!address || !/^https?:$/.test(address.protocol) || address.username || address.password) continue;
    if (index > end) pieces.push(text.slice(end, index));
    pieces.push({ href: address.href, text: raw });
    end = lastIndex;
  }
  if (end < text.length) pieces.push(text.slice(end));
  return pieces;
}
