import { openToAll } from "#app/access/guard.server.ts";
import { iconAsPng, iconAsSvg } from "#app/components/icon.server.ts";
import { env } from "#app/config/env.server.ts";
import type { Route } from "./+types/icon";

const DAY = { "cache-control": "public, max-age=86400" };

/** The product's icon in the operator's colour, at the addresses that browsers ask for. */
export function loader(args: Route.LoaderArgs) {
  openToAll(args);
  const size = Number(/\d+/.exec(args.url.pathname)?.[0] ?? 32);
  if (args.url.pathname.endsWith(".svg"))
    return new Response(iconAsSvg(env.BRAND_COLOR), { headers: { ...DAY, "content-type": "image/svg+xml" } });
  // Browsers read what is at /favicon.ico by its content.
  return new Response(iconAsPng(env.BRAND_COLOR, size), { headers: { ...DAY, "content-type": "image/png" } });
}
