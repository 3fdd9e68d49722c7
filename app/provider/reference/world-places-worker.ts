import { parentPort } from "node:worker_threads";
import { worldPlaces } from "./world-places.ts";

parentPort?.postMessage(await worldPlaces());
