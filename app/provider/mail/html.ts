const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeText = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character]!);

/** The HTML part of a mail: the paragraphs of its text, in which addresses are links. Nothing in it is loaded from anywhere. */
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
      const shown = escapeText(part);
      return index % 2 === 1 ? `<a href="${shown}">${shown}</a>` : shown;
    })
    .join("");
}
