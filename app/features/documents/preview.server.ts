import { href, redirect } from "react-router";
import { exportFile } from "#app/access/export-file.server.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { type DocumentDetail, documentPreview } from "#app/contract/document.ts";
import { addressId } from "#app/contract/wire.ts";
import { withQuery } from "#app/lib/with-query.ts";

export interface PreviewView {
  title: string;
  /** Null when there is nothing to draw; the text says why. */
  picture: { src: string; label: string } | null;
  text: string;
  before: { href: string; label: string } | null;
  next: { href: string; label: string } | null;
}

/** Where the page has the picture. */
const PREVIEW_ID = "preview";
const pageIn = (typed: string | null): number => (/^[1-9]\d{0,3}$/.test(typed ?? "") ? Number(typed) : 1);

/** The picture of a page, and the links to its neighbours; null for a file of which none is drawn. */
export function previewView(
  { t }: Visit,
  { id, preview }: Pick<DocumentDetail, "id" | "preview">,
  typed: string | null,
  name: string,
): PreviewView | null {
  if (!preview) return null;
  const { state, pages } = preview;
  const title = t("documents:preview.title");
  if (state !== null && state !== "ready")
    return { title, picture: null, text: t(`documents:preview.${state}`), before: null, next: null };
  const page = Math.min(pageIn(typed), pages ?? Number.POSITIVE_INFINITY);
  const link = (to: number, label: string) => ({
    href: `${withQuery(href("/document/detail/:id", { id }), { page: String(to) })}#${PREVIEW_ID}`,
    label,
  });
  return {
    title,
    picture: {
      src: withQuery(href("/document/preview/:id", { id }), { page: String(page) }),
      label: t("documents:preview.alt", { page, name }),
    },
    text:
      pages === null ? t("documents:preview.page", { page }) : t("documents:preview.pageOf", { page, pages }),
    before: page > 1 ? link(page - 1, t("documents:preview.before")) : null,
    next: pages === null || page < pages ? link(page + 1, t("documents:preview.next")) : null,
  };
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Lines of at most so many characters, of which a Chinese one counts as two. */
function linesOf(text: string, width: number): string[] {
  const lines: string[] = [""];
  let length = 0;
  for (const piece of text.split(/(?<=[\s，。])/)) {
    const size = [...piece].reduce((sum, sign) => sum + (sign > "\u2e80" ? 2 : 1), 0);
    if (length > 0 && length + size > width) {
      lines.push("");
      length = 0;
    }
    lines[lines.length - 1] += piece;
    length += size;
  }
  return lines;
}

/** In place of a picture: a tile that says why there is none. */
function tile(text: string): Response {
  const lines = linesOf(text, 44).map(
    (line, index) => `<text x="300" y="${180 + index * 28}">${escaped(line.trim())}</text>`,
  );
  const markup = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 400" width="600" height="400"><rect width="600" height="400" fill="#f3f4f6"/><g font-family="sans-serif" font-size="20" fill="#4b5563" text-anchor="middle">${lines.join("")}</g></svg>`;
  return new Response(markup, {
    headers: {
      "content-type": "image/svg+xml",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}

/** The page as PNG, shown in place: our provider has drawn it, and no other kind of content passes. */
export async function previewPicture(visit: Visit, id: string, typed: string | null): Promise<Response> {
  if (!addressId.safeParse(id).success) throw redirect(href("/404"));
  const input = { id, page: pageIn(typed), clock: visit.clock.named };
  const result = await exportFile(visit, documentPreview, input, href("/document/index"));
  if (!("file" in result)) return tile("failure" in result ? result.failure : "");
  const { file } = result;
  if (file.headers.get("content-type") !== "image/png") return tile(visit.t("documents:preview.broken"));
  return new Response(file.body, {
    headers: {
      "content-type": "image/png",
      "cache-control": "private, max-age=60",
      "x-content-type-options": "nosniff",
    },
  });
}
