/** What a mail of news says: made once, written as text and as HTML. */
export interface MailPage {
  greeting: string;
  sections: MailSection[];
  open: MailLink;
  why: string;
  endAll: MailLink;
}

export interface MailSection {
  title: string;
  items: { head: string; href: string; lines: string[] }[];
  more: string | null;
  end: MailLink | null;
}

interface MailLink {
  text: string;
  href: string;
}

/** The text part. */
export function mailText({ greeting, sections, open, why, endAll }: MailPage): string {
  const parts = sections.map(({ title, items, more, end }) =>
    [
      `== ${title} ==`,
      ...items.map(({ head, href, lines }) => [head, ...lines, href].join("\n")),
      ...(more ? [more] : []),
      ...(end ? [`${end.text}: ${end.href}`] : []),
    ].join("\n\n"),
  );
  const closing = `${why}\n${endAll.text}: ${endAll.href}`;
  return `${[greeting, ...parts, `${open.text}: ${open.href}`, `--\n${closing}`].join("\n\n")}\n`;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character]!);
const anchor = ({ text, href }: MailLink) => `<a href="${escaped(href)}">${escaped(text)}</a>`;

// Few colours and no backgrounds: mail programs that invert a mail, and those that show it on a dark page, keep it
// readable. Nothing is loaded, so it is whole with pictures off.
const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:40em;padding:16px}
h2{font-size:18px;margin:24px 0 8px}
li{margin:0 0 12px}
ul{list-style:none;margin:0;padding:0}
small{font-size:13px}`;

/** The HTML part. */
export function mailHtml({ greeting, sections, open, why, endAll }: MailPage, language: string): string {
  const parts = sections.map(({ title, items, more, end }) => {
    const rows = items.map(
      ({ head, href, lines }) =>
        `<li><strong>${anchor({ text: head, href })}</strong>${lines.map((line) => `<br>${escaped(line)}`).join("")}</li>`,
    );
    const rest = `${more ? `<p>${escaped(more)}</p>` : ""}${end ? `<p><small>${anchor(end)}</small></p>` : ""}`;
    return `<h2>${escaped(title)}</h2><ul>${rows.join("")}</ul>${rest}`;
  });
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><style>${STYLE}</style></head><body><p>${escaped(greeting)}</p>${parts.join("")}<p>${anchor(open)}</p><hr><p><small>${escaped(why)}<br>${anchor(endAll)}</small></p></body></html>`;
}
