import { brandLogo } from "#app/contract/brand.ts";
import type { Visit } from "./visit.server.ts";

/** The address names the content, so a browser may keep what it got. */
const KEPT = "public, max-age=31536000, immutable";
const TYPES = { logo: "image/webp", icon: "image/png" } as const;

/** A logo or the icon made of it, as our provider has drawn it; no other kind of content passes. Null where there is none. */
export async function logoPicture(
  visit: Visit,
  drawing: string,
  as: keyof typeof TYPES,
): Promise<Response | null> {
  if (!/^[\w-]{22}$/.test(drawing) || !visit.offers(brandLogo)) return null;
  const answer = await visit.file(brandLogo, { drawing, as }).catch(() => null);
  if (answer?.headers.get("content-type") !== TYPES[as]) {
    await answer?.body?.cancel();
    return null;
  }
  return new Response(answer.body, { headers: { "content-type": TYPES[as], "cache-control": KEPT } });
}
