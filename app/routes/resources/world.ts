import { openToAll } from "#app/access/guard.server.ts";
import { colorIn } from "#app/access/look.server.ts";
import { worldPicture } from "#app/components/world-picture.server.ts";
import { env } from "#app/config/env.server.ts";
import type { Route } from "./+types/world";

/** The picture of the public pages, in the portal's colour. */
export function loader(args: Route.LoaderArgs) {
  const { site } = openToAll(args);
  const color = colorIn(args.url.searchParams) ?? site.brand?.color ?? env.BRAND_COLOR;
  return new Response(worldPicture(color), {
    headers: { "content-type": "image/svg+xml", "cache-control": "public, max-age=86400" },
  });
}
