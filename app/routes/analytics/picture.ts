import { href, redirect } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { lookOf } from "#app/access/look.server.ts";
import { reportPicture } from "#app/features/analytics/picture.server.tsx";
import type { Route } from "./+types/picture";

/** The chart of the report of the same query as an SVG file. */
export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args);
  const { color } = await lookOf(visit, args.url.pathname);
  const picture = await reportPicture(visit, args.url.searchParams, { brand: color });
  if (!picture) return redirect(href("/analytics/index") + args.url.search);
  return new Response(picture.svg, {
    headers: {
      "content-type": "image/svg+xml; charset=utf-8",
      "content-disposition": `attachment; filename="${picture.name}"`,
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    },
  });
}
