import { geoDistance } from "d3-geo";

/** [longitude, latitude] in degrees. */
export type Point = [number, number];

const EARTH_RADIUS_KM = 6371.0088;

/** The distance over the sphere, within 0.6 % of that over the ellipsoid. */
export const greatCircleKm = (a: Point, b: Point): number => EARTH_RADIUS_KM * geoDistance(a, b);

/** The length of a line whose points are joined by great circles. */
export function lengthKm(line: readonly Point[]): number {
  return line.reduce(
    (sum, point, index) => sum + (index === 0 ? 0 : greatCircleKm(line[index - 1]!, point)),
    0,
  );
}
