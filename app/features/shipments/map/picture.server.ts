import { createRequire } from "node:module";
import {
  type GeoProjection,
  geoCentroid,
  geoDistance,
  geoEqualEarth,
  geoGraticule,
  geoInterpolate,
  geoPath,
} from "d3-geo";
import type { MultiLineString } from "geojson";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import type { RouteLeg, ShipmentRoute } from "#app/contract/shipment-route.ts";
import { MIDDLE } from "../journey/stops.ts";
import { type Box, placeLabels, textWidth } from "./labels.server.ts";

const require = createRequire(import.meta.url);

export const mapSizes = {
  wide: { width: 960, height: 520, fontSize: 14, margin: 70, isNamed: true },
  narrow: { width: 360, height: 320, fontSize: 13, margin: 38, isNamed: false },
  /** A column beside other things. */
  panel: { width: 520, height: 200, fontSize: 13, margin: 36, isNamed: true },
  /** Of many shipments, beside other things and for phones (`overview.server.ts`). */
  overview: { width: 520, height: 240, fontSize: 12, margin: 20, isNamed: true },
  overviewNarrow: { width: 360, height: 200, fontSize: 12, margin: 16, isNamed: true },
} as const;
export type MapSize = keyof typeof mapSizes;

/** Attributes only: the policy of an answer that is no page forbids styles. Red is never the only difference. */
export const mapSchemes = {
  light: {
    sea: "#f4f7fb",
    grid: "#e3e9f1",
    land: "#d3dae4",
    text: "#1b2430",
    halo: "#f4f7fb",
    way: "#0b5cad",
    late: "#b42318",
  },
  dark: {
    sea: "#10161f",
    grid: "#1b2431",
    land: "#2d3948",
    text: "#eef2f7",
    halo: "#10161f",
    way: "#7db8f5",
    late: "#ff8f85",
  },
} as const;
export type MapScheme = keyof typeof mapSchemes;

/** A short journey is not drawn larger than so many degrees across: the coast has few points. */
const LEAST_DEGREES = 24;

export type Point = [number, number];
interface Stroke {
  line: Point[];
  isDone: boolean;
  /** To come on a delayed shipment. */
  isLate: boolean;
}

/** Below so many degrees across, the finer coast is drawn. */
const FINE_DEGREES = 50;

const coasts = new Map<string, ReturnType<typeof readCoast>>();

function readCoast(detail: "110m" | "50m") {
  const atlas = require(`world-atlas/land-${detail}.json`) as Topology<{ land: GeometryCollection }>;
  return feature(atlas, atlas.objects.land);
}

/** The land for a scale, read when it is first needed. */
function landFor(scale: number, width: number) {
  const detail = width / scale < (FINE_DEGREES * Math.PI) / 180 ? "50m" : "110m";
  const land = coasts.get(detail) ?? readCoast(detail);
  coasts.set(detail, land);
  return land;
}

/** The journeys with those of their legs that have a line; without any such leg a journey is left out. */
export const drawable = (routes: readonly ShipmentRoute[]): ShipmentRoute[] =>
  routes
    .map((route) => ({ ...route, legs: route.legs.filter(({ line }) => line.length > 1) }))
    .filter((route) => route.legs.length > 0);

/** The beginning of every picture: its size, and the sea. */
export function openingOf(size: MapSize, scheme: MapScheme): string {
  const { width, height } = mapSizes[size];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
    `<rect width="${width}" height="${height}" fill="${mapSchemes[scheme].sea}"/>`
  );
}

/** The map of journeys as SVG; null where not one leg has a line. What several have in common is drawn once. */
export function drawMap(routes: readonly ShipmentRoute[], size: MapSize, scheme: MapScheme): string | null {
  const journeys = drawable(routes);
  if (journeys.length === 0) return null;
  const { fontSize } = mapSizes[size];
  const colour = mapSchemes[scheme];
  const legs = distinctLegs(journeys);
  const projection = projectionFor(
    legs.map(({ line }) => line),
    mapSizes[size],
  );
  const path = geoPath(projection).digits(size === "wide" ? 1 : 0);
  const strokes = journeys.flatMap((route) => route.legs.flatMap((leg) => strokesOf(leg, route.isDelayed)));
  const marks = journeys.flatMap((route) => markOn(route, projection) ?? []);
  const stops = stopsOf(journeys, projection);
  return [
    openingOf(size, scheme),
    `<path d="${path(geoGraticule().step([20, 20]).precision(10)())}" fill="none" stroke="${colour.grid}"/>`,
    `<path d="${landPath(projection, size)}" fill="${colour.land}"/>`,
    ...new Set(
      strokes.map((stroke) =>
        strokePath(path({ type: "LineString", coordinates: stroke.line }), stroke, colour),
      ),
    ),
    ...stops.map(({ x, y, isReached }) => {
      const fill = isReached ? colour.way : colour.sea;
      return `<circle cx="${x}" cy="${y}" r="4.5" fill="${fill}" stroke="${colour.way}" stroke-width="2"/>`;
    }),
    ...new Set(marks.map(({ at, isLate }) => markOf(at, isLate, colour))),
    ...labelsOf(stops, boxesAlong(legs, projection), { size, marks }).map(
      ({ text, x, y }) =>
        `<text x="${round(x)}" y="${round(y)}" font-family="system-ui, sans-serif" font-size="${fontSize}" ` +
        `fill="${colour.text}" stroke="${colour.halo}" stroke-width="3" paint-order="stroke">${escaped(text)}</text>`,
    ),
    "</svg>",
  ].join("");
}

/** The sea alone, with a sentence in its middle. */
export function drawEmpty(text: string, size: MapSize, scheme: MapScheme): string {
  const { width, height, fontSize } = mapSizes[size];
  const colour = mapSchemes[scheme];
  const perLine = Math.floor((width - 40) / textWidth("n", fontSize));
  const lines = text.match(new RegExp(`.{1,${perLine}}(?:\\s|$|(?=[^\\s]))`, "gu")) ?? [];
  return [
    openingOf(size, scheme),
    ...lines.map(
      (line, index) =>
        `<text x="${width / 2}" y="${height / 2 + index * fontSize * 1.5}" text-anchor="middle" ` +
        `font-family="system-ui, sans-serif" font-size="${fontSize}" fill="${colour.text}">${escaped(line.trim())}</text>`,
    ),
    "</svg>",
  ].join("");
}

/** The land as a path; outside of the wide picture without the points that lie too close together to be seen. */
export function landPath(projection: GeoProjection, size: MapSize): string {
  const digits = size === "wide" ? 1 : 0;
  const path = geoPath(projection).digits(digits)(landFor(projection.scale(), mapSizes[size].width)) ?? "";
  return size === "wide" ? path : thinned(path);
}

/** A path of closed lines without the points within two pixels of the one before, and with the way from point to point. */
function thinned(path: string): string {
  return path
    .split("Z")
    .map((ring) => {
      const points: Point[] = [];
      for (const text of ring.slice(1).split("L")) {
        const [x = 0, y = 0] = text.split(",").map(Number);
        const last = points.at(-1);
        if (!last || Math.hypot(x - last[0], y - last[1]) > 2) points.push([x, y]);
      }
      if (points.length < 3) return "";
      const steps = points
        .slice(1)
        .map(([x, y], index) => `${x - points[index]![0]} ${y - points[index]![1]}`);
      return `M${points[0]!.join(" ")}l${steps.join(" ").replaceAll(" -", "-")}z`;
    })
    .join("");
}

/** Each leg once, whoever travels it. */
export function distinctLegs(journeys: readonly ShipmentRoute[]): RouteLeg[] {
  const legs = journeys.flatMap((route) => route.legs);
  return [...new Map(legs.map((leg) => [`${leg.mode} ${leg.from} ${leg.to}`, leg])).values()];
}

/** Where a shipment is on the picture; a late one that has not left stands at its start. */
export function markOn(
  { legs, isDelayed }: ShipmentRoute,
  projection: GeoProjection,
): { at: Point; isLate: boolean } | null {
  const isLate = legs.some((leg) => strokesOf(leg, isDelayed).some((stroke) => stroke.isLate));
  const here = positionOf(legs) ?? (isLate ? legs[0]!.line[0]! : null);
  const at = here && projection(here);
  return at ? { at, isLate } : null;
}

/** Turned to the middle of the journey, so that no leg is cut by the edge, and as large as it fits. */
export function projectionFor(
  lines: Point[][],
  { width, height, margin }: Pick<(typeof mapSizes)[MapSize], "width" | "height" | "margin">,
): GeoProjection {
  const journey: MultiLineString = { type: "MultiLineString", coordinates: lines };
  const [middle] = geoCentroid(journey);
  const projection = geoEqualEarth()
    .rotate([-middle, 0])
    .precision(0.5)
    .fitExtent(
      [
        [margin, margin],
        [width - margin, height - margin],
      ],
      journey,
    );
  const largest = width / ((LEAST_DEGREES * Math.PI) / 180);
  if (projection.scale() > largest) projection.scale(largest);
  const [[left, top], [right, bottom]] = geoPath(projection).bounds(journey);
  const [x, y] = projection.translate();
  projection.translate([x + width / 2 - (left + right) / 2, y + height / 2 - (top + bottom) / 2]);
  // No empty space beyond the pole, as long as the journey keeps its margin.
  const beyondPole = projection([middle, 90])![1];
  const above = height / 2 - (bottom - top) / 2 - margin;
  const up = Math.max(0, Math.min(beyondPole, above));
  const [left2, top2] = projection.translate();
  return projection.translate([left2, top2 - up]).clipExtent([
    [0, 0],
    [width, height],
  ]);
}

/** A leg under way is two strokes, behind and ahead. */
function strokesOf(leg: RouteLeg, isDelayed: boolean): Stroke[] {
  if (leg.state === "done") return [{ line: leg.line, isDone: true, isLate: false }];
  const isAhead = { isDone: false, isLate: isDelayed };
  if (leg.state === "open") return [{ line: leg.line, ...isAhead }];
  const [behind, ahead] = split(leg.line, leg.progress ?? MIDDLE);
  return [
    { line: behind, isDone: true, isLate: false },
    { line: ahead, ...isAhead },
  ].filter(({ line }) => line.length > 1);
}

/** The line up to a part of its length, and from there on. */
function split(line: readonly Point[], part: number): [Point[], Point[]] {
  const lengths = line.slice(1).map((point, index) => geoDistance(line[index]!, point));
  let left = part * lengths.reduce((sum, length) => sum + length, 0);
  for (const [index, length] of lengths.entries()) {
    if (left <= length) {
      const at = geoInterpolate(line[index]!, line[index + 1]!)(length === 0 ? 0 : left / length);
      return [
        [...line.slice(0, index + 1), at],
        [at, ...line.slice(index + 1)],
      ];
    }
    left -= length;
  }
  return [[...line], [line.at(-1)!]];
}

/** Where the cargo is: on the leg under way, else at the end of the last one that is done; null before the first. */
function positionOf(legs: readonly RouteLeg[]): Point | null {
  const under = legs.find(({ state }) => state === "underWay");
  if (under) return split(under.line, under.progress ?? MIDDLE)[1][0]!;
  return legs.findLast(({ state }) => state === "done")?.line.at(-1) ?? null;
}

interface Stop {
  code: string;
  name: string;
  x: number;
  y: number;
  isReached: boolean;
}

/** The ends of the legs, each once; reached when one of the shipments was there. */
export function stopsOf(journeys: readonly ShipmentRoute[], projection: GeoProjection): Stop[] {
  const stops = journeys.flatMap(({ stops, legs }) =>
    stops.flatMap(({ code, name, longitude, latitude }): Stop[] => {
      const point = longitude === null || latitude === null ? null : projection([longitude, latitude]);
      if (!point || !legs.some(({ from, to }) => from === code || to === code)) return [];
      const isReached = legs.some(
        ({ from, to, state }) => (from === code && state !== "open") || (to === code && state === "done"),
      );
      return [{ code, name, x: round(point[0]), y: round(point[1]), isReached }];
    }),
  );
  return [...Map.groupBy(stops, ({ code }) => code).values()].map((same) => ({
    ...same[0]!,
    isReached: same.some(({ isReached }) => isReached),
  }));
}

function labelsOf(
  stops: readonly Stop[],
  lines: readonly Box[],
  { size, marks }: { size: MapSize; marks: readonly { at: Point }[] },
) {
  const points = stops.map(({ code, name, x, y }) => {
    const isCodeSaid = name.split(/[\s/]/).includes(code);
    const texts = mapSizes[size].isNamed ? [isCodeSaid ? name : `${name} ${code}`, code] : [code];
    return { x, y, texts };
  });
  const taken: Box[] = marks.map(({ at: [x, y] }) => ({ x: x - 11, y: y - 11, width: 22, height: 22 }));
  return placeLabels(points, mapSizes[size], { taken, lines });
}

/** The lines as small boxes, which labels keep off. */
export function boxesAlong(legs: readonly RouteLeg[], projection: GeoProjection): Box[] {
  return legs.flatMap(({ line }) =>
    line.slice(1).flatMap((end, index) => {
      const start = line[index]!;
      const steps = Math.ceil((geoDistance(start, end) * projection.scale()) / 8);
      return Array.from({ length: steps + 1 }, (_, step) => {
        const [x, y] = projection(geoInterpolate(start, end)(step / Math.max(1, steps)))!;
        return { x: x - 2, y: y - 2, width: 4, height: 4 };
      });
    }),
  );
}

type Colours = (typeof mapSchemes)[MapScheme];

function strokePath(d: string | null, { isDone, isLate }: Stroke, colour: Colours): string {
  const dashes = isDone ? "" : ' stroke-dasharray="3 7"';
  return (
    `<path d="${d ?? ""}" fill="none" stroke="${isLate ? colour.late : colour.way}" stroke-width="3" ` +
    `stroke-linecap="round"${dashes}/>`
  );
}

/** A ring with a dot; with an exclamation mark in its place when the shipment is late. */
export function markOf([cx, cy]: [number, number], isLate: boolean, colour: Colours): string {
  const [x, y] = [round(cx), round(cy)];
  const ink = isLate ? colour.late : colour.way;
  const inside = isLate
    ? `<path d="M${x} ${round(y - 5)}v6m0 3v1" stroke="${ink}" stroke-width="2.5" stroke-linecap="round"/>`
    : `<circle cx="${x}" cy="${y}" r="3.5" fill="${ink}"/>`;
  return `<circle cx="${x}" cy="${y}" r="9" fill="${colour.sea}" stroke="${ink}" stroke-width="2.5"/>${inside}`;
}

export const round = (value: number) => Math.round(value * 10) / 10;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
export const escaped = (text: string) => text.replace(/[&<>"]/g, (each) => entities[each]!);
