import type { Config } from "@react-router/dev/config";
import { stampBuild } from "./app/launcher/build.ts";

export default {
  ssr: true,
  // The whole table in the first answer: a lazy manifest costs a round trip on the link that has none to spare.
  routeDiscovery: { mode: "initial" },
  // `npm start` builds again only when the sources have changed since.
  buildEnd: ({ viteConfig }) => stampBuild(viteConfig.root),
} satisfies Config;
