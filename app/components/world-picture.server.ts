import { createRequire } from "node:module";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";

/** The picture of the public pages, in pixels: the world from 72° north to 56° south, in dots. */
const WIDTH = 720;
const HEIGHT = 256;
const STEP_DEGREES = 5;
const PIXELS_PER_DEGREE = 2;

const require = createRequire(import.meta.url);
let dots: string | null = null;

/**
 * One subpath a dot: each is a line of no length, drawn round. Each row of dots meets the coast at some longitudes, and
 * between an odd and an even one lies land: 25 ms once, where d3's `geoContains` takes 800 for the dots one by one.
 */
function drawDots(): string {
  const atlas = require("world-atlas/land-110m.json") as Topology<{ land: GeometryCollection }>;
  const rings = feature(atlas, atlas.objects.land).features.flatMap(({ geometry }) =>
    geometry.type === "MultiPolygon" ? geometry.coordinates.flat() : [],
  );
  let path = "";
  for (let latitude = 72; latitude > -56; latitude -= STEP_DEGREES) {
    const coast = rings.flatMap((ring) => coastOf(ring, latitude));
    for (let longitude = -178; longitude < 180; longitude += STEP_DEGREES)
      if ([-360, 0, 360].some((turn) => isBetween(coast, longitude + turn)))
        path += `M${xOf(longitude)} ${yOf(latitude)}h0`;
  }
  return path;
}

/** Whether land lies there: behind an odd number of coasts. */
const isBetween = (coast: readonly number[], longitude: number) =>
  coast.filter((each) => each < longitude).length % 2 === 1;

/** The longitudes at which a closed line crosses the latitude; beyond 180 where it goes on over the date line. */
function coastOf(ring: readonly number[][], latitude: number): number[] {
  const longitudes: number[] = [];
  let turned = 0;
  for (const [index, [x1 = 0, y1 = 0]] of ring.entries()) {
    const [x2 = x1, y2 = y1] = ring[index + 1] ?? [];
    const from = x1 + turned;
    if (Math.abs(x2 - x1) > 180) turned += x2 < x1 ? 360 : -360;
    if (y1 > latitude !== y2 > latitude)
      longitudes.push(from + ((latitude - y1) / (y2 - y1)) * (x2 + turned - from));
  }
  return longitudes;
}

const xOf = (longitude: number) => Math.round((longitude + 180) * PIXELS_PER_DEGREE);
const yOf = (latitude: number) => Math.round((72 - latitude) * PIXELS_PER_DEGREE);

/**
 * Freight on its way over the world, as SVG: from Shanghai by Singapore to Rotterdam, the last part to come. Grey dots
 * read on light and dark ground.
 */
export function worldPicture(color: string): string {
  dots ??= drawDots();
  const [shanghai, singapore, rotterdam] = [
    [121, 31],
    [104, 1],
    [4, 52],
  ].map(([longitude = 0, latitude = 0]) => `${xOf(longitude)} ${yOf(latitude)}`);
  const ports = [shanghai, singapore].map((port) => `M${port}h0`).join("");
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" fill="none" stroke-linecap="round">` +
    `<path stroke="#8b95a3" stroke-opacity=".55" stroke-width="5" d="${dots}"/>` +
    `<g stroke="${color}" stroke-width="3"><path d="M${shanghai}Q${xOf(122)} ${yOf(8)} ${singapore}"/>` +
    `<path stroke-dasharray="1 8" d="M${singapore}Q${xOf(45)} ${yOf(-28)} ${rotterdam}"/></g>` +
    `<path stroke="${color}" stroke-width="13" d="${ports}"/>` +
    `<path stroke="${color}" stroke-width="13" d="M${rotterdam}h0"/><path stroke="#fff" stroke-width="7" d="M${rotterdam}h0"/></svg>`
  );
}
