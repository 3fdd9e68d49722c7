import { href } from "react-router";
import { openToAll } from "#app/access/guard.server.ts";
import { colorIn, lookOf } from "#app/access/look.server.ts";
import { PRODUCT_NAME_LENGTH } from "#app/contract/product-look.ts";
import type { Route } from "./+types/manifest";

/** What a phone needs to put the portal on its home screen. */
export async function loader(args: Route.LoaderArgs) {
  const visit = openToAll(args);
  const { language, t } = visit;
  const look = await lookOf(visit, args.url.pathname);
  // Browsers ask without the cookie: the page that links to it has put the look into the address.
  const { search, searchParams } = args.url;
  const name = searchParams.get("name")?.slice(0, PRODUCT_NAME_LENGTH) || look.product;
  const query = search || look.query;
  const manifest = {
    id: "/",
    name,
    short_name: name,
    description: t("preview:home.text"),
    lang: language === "zh" ? "zh-CN" : "en",
    start_url: "/",
    display: "minimal-ui",
    theme_color: colorIn(searchParams) ?? look.color,
    background_color: "#f6f7f9",
    icons: [
      ...(new URLSearchParams(query).has("of")
        ? []
        : [{ src: href("/favicon.svg") + query, sizes: "any", type: "image/svg+xml" }]),
      { src: href("/icon-192.png") + query, sizes: "192x192", type: "image/png", purpose: "any maskable" },
      { src: href("/icon-512.png") + query, sizes: "512x512", type: "image/png", purpose: "any maskable" },
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: {
      "content-type": "application/manifest+json",
      "cache-control": "private, max-age=86400",
    },
  });
}
