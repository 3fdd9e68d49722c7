/** Elements that start a new line, or are set apart, without a style sheet, also for those who know no HTML 5. */
const APART = new Set(
  `html body div p ul ol li dl dt dd h1 h2 h3 h4 h5 h6 table caption colgroup
  thead tbody tfoot tr th td form fieldset legend hr br address pre blockquote
  input select option textarea iframe`.split(/\s+/),
);

/**
 * Words of a page that a browser without style sheets would join: two texts with nothing between them but tags of
 * inline elements. Each as "before|after".
 */
export function runTogether(markup: string): string[] {
  const body = markup
    .replace(/^[\s\S]*?<body[^>]*>/, "")
    .replace(/<(script|style|svg|template)\b[\s\S]*?<\/\1>/g, "")
    .replace(/<!--[\s\S]*?-->/g, "");
  const joinedWords: string[] = [];
  let before = "";
  let hasTagBetween = false;
  for (const [piece, tag] of body.matchAll(/<\/?([a-z][\w-]*)[^>]*>|[^<]+/gi)) {
    if (tag === undefined) {
      if (hasTagBetween && /[\p{L}\p{N}]$/u.test(before) && /^[\p{L}\p{N}]/u.test(piece))
        joinedWords.push(`${before.slice(-20)}|${piece.slice(0, 20)}`);
      before = piece;
      hasTagBetween = false;
    } else if (APART.has(tag.toLowerCase())) before = "";
    else hasTagBetween = true;
  }
  return [...new Set(joinedWords)];
}
