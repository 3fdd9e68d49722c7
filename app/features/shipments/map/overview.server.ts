import { geoPath } from "d3-geo";
import type { ShipmentRoute } from "#app/contract/shipment-route.ts";
import { placeLabels } from "./labels.server.ts";
import {
  boxesAlong,
  distinctLegs,
  drawable,
  escaped,
  landPath,
  type MapScheme,
  type MapSize,
  mapSchemes,
  mapSizes,
  markOf,
  markOn,
  openingOf,
  projectionFor,
  round,
  stopsOf,
} from "./picture.server.ts";

/** Places that are named; more names would cover the map. */
const NAMED_MAX = 8;

/**
 * Where many shipments are, as SVG: their ways as thin lines, a dot for each shipment, a marked ring for a late one, and the names
 * of the places that most of them pass. Null where not one leg has a line.
 */
export function drawOverview(
  routes: readonly ShipmentRoute[],
  size: MapSize,
  scheme: MapScheme,
): string | null {
  const journeys = drawable(routes);
  if (journeys.length === 0) return null;
  const { fontSize } = mapSizes[size];
  const colour = mapSchemes[scheme];
  const legs = distinctLegs(journeys);
  const coordinates = legs.map(({ line }) => line);
  const projection = projectionFor(coordinates, mapSizes[size]);
  const ways = geoPath(projection).digits(0)({ type: "MultiLineString", coordinates }) ?? "";
  const marks = journeys.flatMap((route) => markOn(route, projection) ?? []);
  const stops = stopsOf(journeys, projection);
  const passing = Map.groupBy(
    journeys.flatMap((route) => route.legs.flatMap(({ from, to }) => [from, to])),
    (code) => code,
  );
  const busiest = stops
    .toSorted((a, b) => (passing.get(b.code)?.length ?? 0) - (passing.get(a.code)?.length ?? 0))
    .map(({ name, x, y }) => ({ x, y, texts: [name] }));
  const taken = marks.map(({ at: [x, y], isLate }) => {
    const radius = isLate ? 11 : 5;
    return { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius };
  });
  const labels = placeLabels(busiest, mapSizes[size], {
    taken,
    lines: boxesAlong(legs, projection),
    isNear: true,
  });
  return [
    openingOf(size, scheme),
    `<path d="${landPath(projection, size)}" fill="${colour.land}"/>`,
    `<path d="${eachStepOnce(ways)}" fill="none" stroke="${colour.way}" stroke-opacity=".5" stroke-width="1.5"/>`,
    `<g fill="${colour.way}">`,
    ...stops.map(({ x, y }) => `<circle cx="${Math.round(x)}" cy="${Math.round(y)}" r="2"/>`),
    `</g><g fill="${colour.way}" stroke="${colour.sea}" stroke-width="1.5">`,
    ...new Set(
      marks
        .filter(({ isLate }) => !isLate)
        .map(({ at: [x, y] }) => `<circle cx="${Math.round(x)}" cy="${Math.round(y)}" r="5"/>`),
    ),
    "</g>",
    ...new Set(marks.filter(({ isLate }) => isLate).map(({ at }) => markOf(at, true, colour))),
    `<g font-family="system-ui, sans-serif" font-size="${fontSize}" fill="${colour.text}" stroke="${colour.halo}" ` +
      'stroke-width="3" paint-order="stroke">',
    ...labels
      .slice(0, NAMED_MAX)
      .map(({ text, x, y }) => `<text x="${round(x)}" y="${round(y)}">${escaped(text)}</text>`),
    "</g></svg>",
  ].join("");
}

/** Ships share most of their lanes: a step from point to point that is drawn already is left out. */
function eachStepOnce(path: string): string {
  const drawn = new Set<string>();
  let text = "";
  for (const line of path.split("M").slice(1)) {
    const points = line.split("L");
    let isPenDown = false;
    for (const [index, point] of points.slice(1).entries()) {
      const before = points[index]!;
      const key = [before, point].sort().join(" ");
      const isNew = before !== point && !drawn.has(key);
      if (isNew) text += isPenDown ? `L${point}` : `M${before}L${point}`;
      if (before !== point) isPenDown = isNew;
      drawn.add(key);
    }
  }
  return text;
}
