import type { Config } from "@react-router/dev/config";
import { stampBuild } from "./app/launcher/build.ts";
import { compressAssets } from "./app/launcher/compress-assets.ts";
import { leanManifest } from "./app/launcher/lean-manifest.ts";

export default {
  ssr: true,
  // The whole table in the first answer: a lazy manifest costs a round trip on the link that has none to spare.
  routeDiscovery: { mode: "initial" },
  // The framework answers a form from elsewhere with 400 and an error in the log. `middleware/same-origin.server.ts` judges forms
  // instead: those of resources too, which the framework lets pass, and at customers' host names.
  allowedActionOrigins: ["**"],
  // A client loader of a few bytes is not worth a request of its own.
  splitRouteModules: false,
  async buildEnd({ viteConfig }) {
    await leanManifest(viteConfig.root);
    await compressAssets(viteConfig.root);
    // `npm start` builds again only when the sources have changed since.
    await stampBuild(viteConfig.root);
  },
} satisfies Config;
