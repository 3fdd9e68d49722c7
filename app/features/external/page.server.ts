import { externalPagesOf, frameOriginsOf } from "#app/access/embedded-pages.server.ts";
import { originOf } from "#app/access/site.server.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { askFraming } from "#app/upstream/frame-question.server.ts";

export interface ExternalPageView {
  title: string;
  address: string;
  /** Null: a frame would stay empty. */
  frame: { sandbox: string } | null;
  note: string | null;
  openText: string;
}

/** Without the way out of the frame: no navigation of the window, no modal dialogs. */
const SANDBOX = "allow-scripts allow-forms allow-popups allow-downloads";

/** An external page with the route's query; null where the table has none (product 2.3). */
export async function loadExternalPage(
  visit: Visit,
  path: string,
  url: URL,
): Promise<ExternalPageView | null> {
  const pages = externalPagesOf(visit);
  const page = pages.find((each) => each.path === path);
  if (!page) return null;
  const { t } = visit;
  const parent = new URL(originOf(visit.site, url));
  const address = withQueryOf(page.address, url.search);
  // A page on http inside one on https is mixed content, which browsers do not load.
  const isMixed = parent.protocol === "https:" && address.protocol === "http:";
  const answer = isMixed ? "refused" : await askFraming(page.address, parent, frameOriginsOf(pages));
  const isShown = answer === "allowed" || answer === "silent";
  // With our own origin inside, a frame could lift its own sandbox.
  const sandbox = address.origin === parent.origin ? SANDBOX : `${SANDBOX} allow-same-origin`;
  return {
    title: page.title[visit.language],
    address: address.href,
    frame: isShown ? { sandbox } : null,
    note: answer === "allowed" ? null : t(`external:${answer}`, { host: address.host }),
    openText: t("external:open", { host: address.host }),
  };
}

function withQueryOf(pageUrl: string, search: string): URL {
  const address = new URL(pageUrl);
  if (search.length > 1) address.search = address.search ? `${address.search}&${search.slice(1)}` : search;
  return address;
}
