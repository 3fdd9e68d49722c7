import { openToAll } from "#app/access/guard.server.ts";
import { logoPicture } from "#app/access/logo.server.ts";
import { colorIn } from "#app/access/look.server.ts";
import { iconAsPng, iconAsSvg } from "#app/components/icon.server.ts";
import { env } from "#app/config/env.server.ts";
import type { Route } from "./+types/icon";

const DAY = { "cache-control": "public, max-age=86400" };

/**
 * The product's icon at the addresses that browsers ask for: of a logo or in a colour that the address names, else as the
 * host name says. It never depends on who is signed in, since browsers keep it for everybody.
 */
export async function loader(args: Route.LoaderArgs) {
  const visit = openToAll(args);
  const { brand } = visit.site;
  const search = args.url.searchParams;
  const isVector = args.url.pathname.endsWith(".svg");
  const named = search.has("color");
  const drawing = search.get("of") ?? (named ? null : (brand?.logo ?? brand?.darkLogo ?? null));
  const logo = drawing && !isVector ? await logoPicture(visit, drawing, "icon") : null;
  if (logo) return logo;
  const color = colorIn(search) ?? brand?.color ?? env.BRAND_COLOR;
  const size = Number(/\d+/.exec(args.url.pathname)?.[0] ?? 32);
  if (isVector)
    return new Response(iconAsSvg(color), { headers: { ...DAY, "content-type": "image/svg+xml" } });
  // Browsers read what is at /favicon.ico by its content.
  return new Response(iconAsPng(color, size), { headers: { ...DAY, "content-type": "image/png" } });
}
