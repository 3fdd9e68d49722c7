import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // The whole table in the first answer: a lazy manifest costs a round trip on the link that has none to spare.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
