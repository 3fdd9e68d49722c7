import { parseArgs } from "node:util";
import { type BendingName, bendingNames } from "./bendings.ts";
import { MINIMAL_USER, startMinimalProvider } from "./minimal-provider.ts";

/**
 * Runs the minimal provider as a program, to try the portal with it:
 *
 *   npm run provider:minimal -- [--port 4100] [--bend "ids as numbers" ...]
 */
const { values } = parseArgs({
  options: {
    port: { type: "string", default: "4100" },
    bend: { type: "string", multiple: true, default: [] },
  },
});
const unknown = values.bend.filter((name) => !bendingNames.includes(name as BendingName));
if (unknown.length > 0) {
  console.error(`No such bending: ${unknown.join(", ")}. There are: ${bendingNames.join(", ")}`);
  process.exit(1);
}
const provider = await startMinimalProvider({
  port: Number(values.port),
  bendings: values.bend as BendingName[],
});
console.log(`Minimal provider: ${provider.url}, ${MINIMAL_USER.userName} / ${MINIMAL_USER.password}`);
console.log(
  `Portal: API_URL=${provider.apiUrl} TRACKING_API_URL=${provider.trackingUrl} REALTIME_URL=${provider.realtimeUrl} ` +
    "REALTIME_TICKETS=off PROVIDER_IDEMPOTENT=off npm start",
);
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void provider.stop().then(() => process.exit(0)));
