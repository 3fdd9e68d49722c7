import { openToAll } from "#app/access/guard.server.ts";
import { worldPicture } from "#app/components/world-picture.server.ts";
import { env } from "#app/config/env.server.ts";
import type { Route } from "./+types/world";

/** The picture of the public pages, in the operator's colour. */
export function loader(args: Route.LoaderArgs) {
  openToAll(args);
  return new Response(worldPicture(env.BRAND_COLOR), {
    headers: { "content-type": "image/svg+xml", "cache-control": "public, max-age=86400" },
  });
}
