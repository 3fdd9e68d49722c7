import type { Visit } from "#app/access/visit.server.ts";
import type { Line } from "#app/lib/moment.ts";

/** A link that was made or renewed, as the page shows it this once. */
export interface MadeLink {
  title: string;
  text: Line;
  label: string;
  url: string;
}

/** Null when the provider has made it without saying where. */
export function madeLink(
  { t, dated }: Visit,
  made: { url: string; expiresAt: string } | null,
): MadeLink | null {
  if (!made) return null;
  return {
    title: t("sharing:made.title"),
    text: dated(made.expiresAt, (until) => t("sharing:made.text", { until })),
    label: t("sharing:made.label"),
    url: made.url,
  };
}
