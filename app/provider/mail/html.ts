const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeText = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character]!);

/** Makes the HTML part of a mail from its text: paragraphs and links, without remote content. */
export function htmlOf(text: string): string {
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${withLinks(paragraph).replaceAll("\n", "<br>")}</p>`);
  return `<!doctype html><html><head><meta charset="utf-8"></head><body>${paragraphs.join("\n")}</body></html>`;
}

function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => {
      const link = escapeText(part);
      return index % 2 === 1 ? `<a href="${link}">${link}</a>` : link;
    })
    .join("");
}
