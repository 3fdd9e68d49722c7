import { createRequire } from "node:module";
import { geoContains } from "d3-geo";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";

/** The picture of the public pages, in pixels: the world from 72° north to 56° south, in dots. */
const WIDTH = 720;
const HEIGHT = 256;
const STEP_DEGREES = 5;
const PIXELS_PER_DEGREE = 2;

const require = createRequire(import.meta.url);
let dots: string | null = null;

/** One subpath a dot: each is a line of no length, drawn round. */
function drawDots(): string {
  const atlas = require("world-atlas/land-110m.json") as Topology<{ land: GeometryCollection }>;
  const land = feature(atlas, atlas.objects.land);
  let path = "";
  for (let latitude = 72; latitude > -56; latitude -= STEP_DEGREES) {
    for (let longitude = -178; longitude < 180; longitude += STEP_DEGREES)
      if (geoContains(land, [longitude, latitude])) path += `M${xOf(longitude)} ${yOf(latitude)}h0`;
  }
  return path;
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
