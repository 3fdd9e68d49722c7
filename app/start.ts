import { fileURLToPath } from "node:url";
import { launch } from "./launcher/launch.ts";
import { readLaunchSettings, takeKeptSettings } from "./launcher/settings.ts";

const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
const say = (line: string) => process.stdout.write(`${line}\n`);

const stop = new AbortController();
const force = new AbortController();
const onSignal = () => {
  if (stop.signal.aborted) return force.abort();
  say("Stopping: requests under way may end, a second signal ends them");
  stop.abort();
};
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
// When npm is terminated, it ends its shell without passing the signal on: the product would keep running and
// hold its ports.
const parent = process.ppid;
const isUnderNpm = ["start", "dev"].includes(process.env.npm_lifecycle_event ?? "");
const watch = setInterval(() => {
  if (!isUnderNpm || process.ppid === parent) return;
  clearInterval(watch);
  if (!stop.signal.aborted) onSignal();
}, 500).unref();

try {
  await takeKeptSettings(process.argv.slice(2), process.env);
  const settings = readLaunchSettings(process.argv.slice(2), process.env);
  await launch(root, settings, say, { stop: stop.signal, force: force.signal });
} catch (error) {
  const { message } = error as Error;
  if (message && !stop.signal.aborted) process.stderr.write(`${message.split("\n")[0]}\n`);
  process.exitCode = stop.signal.aborted ? 0 : 1;
}
process.exit();
