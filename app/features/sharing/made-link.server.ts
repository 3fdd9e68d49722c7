import type { Visit } from "#app/access/visit.server.ts";

/** A link that was made or renewed, as the page shows it this once. */
export interface MadeLink {
  title: string;
  text: string;
  label: string;
  url: string;
}

/** Null when the provider has made it without saying where. */
export function madeLink(
  { t, stamp }: Visit,
  made: { url: string; expiresAt: string } | null,
): MadeLink | null {
  if (!made) return null;
  return {
    title: t("sharing:made.title"),
    text: t("sharing:made.text", { until: stamp(made.expiresAt) }),
    label: t("sharing:made.label"),
    url: made.url,
  };
}
