import type { Visit } from "#app/access/visit.server.ts";

/** For every page that staff see as somebody else does; null for all others. */
export function seenBanner({ session, t }: Visit) {
  const { seen } = session;
  return seen && { text: t("see-as:banner", seen), end: t("see-as:end") };
}
