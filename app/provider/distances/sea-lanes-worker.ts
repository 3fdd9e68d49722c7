import { parentPort } from "node:worker_threads";
import type { Point } from "./great-circle.ts";
import { SeaLanes } from "./sea-lanes.ts";

const lanes = new SeaLanes();

parentPort?.on("message", ({ id, from, to }: { id: number; from: Point; to: Point }) => {
  parentPort?.postMessage({ id, line: lanes.between(from, to) });
});
