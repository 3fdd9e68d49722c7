import { createRequire } from "node:module";
import type { MultiPolygon, Polygon, Position } from "geojson";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";

const require = createRequire(import.meta.url);

/** Degrees; some 28 km, so that a line keeps off the coast by as much. */
const CELL = 0.25;
const COLUMNS = 360 / CELL;
const ROWS = 180 / CELL;

/** Land on a grid of `CELL` degrees, from world-atlas's outline at 1:110,000,000. */
export class Coast {
  readonly #cells = new Uint8Array(COLUMNS * ROWS);

  constructor() {
    const atlas = require("world-atlas/land-110m.json") as Topology<{ land: GeometryCollection }>;
    for (const { geometry } of feature(atlas, atlas.objects.land).features)
      for (const rings of polygonsOf(geometry as Polygon | MultiPolygon)) this.#fill(rings);
  }

  /** Whether the cell of a position, [longitude, latitude], is land or has a coast. */
  isLand([longitude, latitude]: Position): boolean {
    return this.#cells[cellOf(longitude!, latitude!)] === 1;
  }

  #fill(rings: Position[][]): void {
    const crossings = new Map<number, number[]>();
    for (const ring of rings)
      for (let i = 1; i < ring.length; i++) this.#trace(ring[i - 1]!, ring[i]!, crossings);
    for (const [row, longitudes] of crossings) {
      longitudes.sort((a, b) => a - b);
      for (let i = 0; i + 1 < longitudes.length; i += 2) {
        const last = Math.min(COLUMNS - 1, Math.floor((longitudes[i + 1]! + 180) / CELL - 0.5));
        const first = Math.max(0, Math.ceil((longitudes[i]! + 180) / CELL - 0.5));
        this.#cells.fill(1, row * COLUMNS + first, row * COLUMNS + Math.max(first, last + 1));
      }
    }
  }

  /** Marks the cells that an edge touches, and notes where it crosses the middle of each row. */
  #trace([x1, y1]: Position, [x2, y2]: Position, crossings: Map<number, number[]>): void {
    const [dx, dy] = [x2! - x1!, y2! - y1!];
    const steps = Math.max(1, Math.ceil((Math.max(Math.abs(dx), Math.abs(dy)) / CELL) * 2));
    for (let step = 0; step <= steps; step++)
      this.#cells[cellOf(x1! + (dx * step) / steps, y1! + (dy * step) / steps)] = 1;
    const [low, high] = [Math.min(y1!, y2!), Math.max(y1!, y2!)];
    for (let row = Math.max(0, Math.ceil((90 - high) / CELL - 0.5)); row < ROWS; row++) {
      const y = 90 - (row + 0.5) * CELL;
      if (y <= low) break;
      if (y > high) continue;
      const longitudes = crossings.get(row) ?? [];
      longitudes.push(x1! + ((y - y1!) / dy) * dx);
      crossings.set(row, longitudes);
    }
  }
}

function polygonsOf(geometry: Polygon | MultiPolygon): Position[][][] {
  return geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
}

function cellOf(longitude: number, latitude: number): number {
  const row = Math.min(ROWS - 1, Math.max(0, Math.floor((90 - latitude) / CELL)));
  const column = ((Math.floor((longitude + 180) / CELL) % COLUMNS) + COLUMNS) % COLUMNS;
  return row * COLUMNS + column;
}
