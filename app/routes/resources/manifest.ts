import { href } from "react-router";
import { openToAll } from "#app/access/guard.server.ts";
import { env } from "#app/config/env.server.ts";
import type { Route } from "./+types/manifest";

/** What a phone needs to put the portal on its home screen. */
export function loader(args: Route.LoaderArgs) {
  const { language, t } = openToAll(args);
  const manifest = {
    id: "/",
    name: env.PRODUCT_NAME,
    short_name: env.PRODUCT_NAME,
    description: t("preview:home.text"),
    lang: language === "zh" ? "zh-CN" : "en",
    start_url: "/",
    display: "minimal-ui",
    theme_color: env.BRAND_COLOR,
    background_color: "#f6f7f9",
    icons: [
      { src: href("/favicon.svg"), sizes: "any", type: "image/svg+xml" },
      { src: href("/icon-192.png"), sizes: "192x192", type: "image/png", purpose: "any maskable" },
      { src: href("/icon-512.png"), sizes: "512x512", type: "image/png", purpose: "any maskable" },
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: {
      "content-type": "application/manifest+json",
      "cache-control": "private, max-age=86400",
    },
  });
}
