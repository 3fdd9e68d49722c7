import type { MessageData } from "#app/contract/message.ts";
import { withEmoji } from "#app/lib/emoji-code.ts";

const EXCERPT_LENGTH = 120;

/** One line of a message: the text without line breaks, else the file names; around `words` when searched. */
export function excerptOf(
  { text, contentUrl }: Pick<MessageData, "text" | "contentUrl">,
  words = "",
): string {
  const plain = withEmoji(text).replace(/\s+/g, " ").trim();
  const named = contentUrl.map(({ name }) => name).join(", ");
  const positionIn = (line: string) => line.toLowerCase().indexOf(words.toLowerCase());
  const line = plain === "" || (positionIn(plain) < 0 && positionIn(named) >= 0) ? named : plain;
  const ahead = [...line.slice(0, Math.max(0, positionIn(line)))].length;
  const start = ahead > EXCERPT_LENGTH / 2 ? ahead - EXCERPT_LENGTH / 4 : 0;
  const characters = [...line].slice(start);
  const excerpt = characters.slice(0, EXCERPT_LENGTH).join("");
  return `${start > 0 ? "…" : ""}${excerpt}${characters.length > EXCERPT_LENGTH ? "…" : ""}`;
}
