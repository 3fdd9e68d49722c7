import { expect, it } from "vitest";
import { greatCircleKm, lengthKm, type Point } from "#app/provider/distances/great-circle.ts";
import { SeaLanes } from "#app/provider/distances/sea-lanes.ts";
import { places } from "#app/provider/reference/places.ts";

const KM_PER_NAUTICAL_MILE = 1.852;

/**
 * Nautical miles between ports as published in Pub. 151, Distances Between Ports (National Geospatial-Intelligence Agency,
 * 2001); of several routes the one that it names first, for Seattle that south of the Aleutian Islands. Balboa is its
 * Panama.
 */
const published: [from: string, to: string, miles: number][] = [
  ["HKHKG", "SGSIN", 1454],
  ["HKHKG", "USLAX", 6380],
  ["HKHKG", "CNSHA", 824],
  ["HKHKG", "KRPUS", 1144],
  ["HKHKG", "PHMNL", 631],
  ["HKHKG", "VNSGN", 917],
  ["HKHKG", "NZAKL", 5060],
  ["HKHKG", "PABLB", 9195],
  ["JPYOK", "USSEA", 4276],
  ["JPYOK", "USLAX", 4839],
  ["JPYOK", "AUSYD", 4330],
  ["JPYOK", "NZAKL", 4789],
  ["JPYOK", "PABLB", 7682],
  ["SGSIN", "CNSHA", 2207],
  ["SGSIN", "KRPUS", 2502],
  ["SGSIN", "JPYOK", 2889],
  ["SGSIN", "LKCMB", 1581],
  ["SGSIN", "INMAA", 1583],
  ["SGSIN", "BDCGP", 1517],
  ["SGSIN", "PKKHI", 2882],
  ["SGSIN", "IDJKT", 525],
  ["SGSIN", "PHMNL", 1330],
  ["SGSIN", "ZADUR", 4872],
  ["SGSIN", "EGPSD", 5035],
  ["SGSIN", "USSEA", 7062],
  ["SGSIN", "CAVAN", 7078],
  ["USNYC", "BRSSZ", 4957],
  ["USORF", "BRSSZ", 4910],
  ["USNYC", "CAMTR", 1516],
];

const lanes = new SeaLanes();
const at = (code: string): Point => {
  const { longitude, latitude } = places.find((place) => place.code === code)!;
  return [longitude!, latitude!];
};
const between = (from: string, to: string) => lanes.between(at(from), at(to));

it("gives the published distances between ports: within 10 %, half of them within 2 %", {
  tags: "slow",
}, () => {
  const errors = published.map(([from, to, miles]) => {
    const found = lengthKm(between(from, to)) / KM_PER_NAUTICAL_MILE;
    return { pair: `${from} ${to} ${Math.round(found)} of ${miles}`, error: Math.abs(found / miles - 1) };
  });
  expect(errors.filter(({ error }) => error > 0.1)).toEqual([]);
  const sorted = errors.map(({ error }) => error).sort((a, b) => a - b);
  expect(sorted[sorted.length >> 1]).toBeLessThan(0.02);
});

it("crosses 180 degrees, goes through the canals, and from the first port to the second", () => {
  const across = between("CNSHA", "USLGB");
  expect(across[0]).toEqual(at("CNSHA"));
  expect(across.at(-1)).toEqual(at("USLGB"));
  expect(lengthKm(across)).toBeLessThan(11_000);
  // Through Suez, round the Cape it would be 13,800 miles.
  const west = between("CNSHA", "NLRTM");
  expect(lengthKm(west) / KM_PER_NAUTICAL_MILE).toBeCloseTo(10_530, -2);
  expect(west.some(([x, y]) => Math.abs(x - 32.5) < 1 && y > 29 && y < 32)).toBe(true);
  expect(between("NLRTM", "CNSHA").length).toBe(west.length);
});

it("is never shorter than the great circle, and finds a way between any two of our ports", {
  tags: "slow",
}, () => {
  const ports = places.filter(({ kind }) => kind === "PORT").map(({ code }) => code);
  for (const [index, from] of ports.entries()) {
    const to = ports[(index * 37 + 11) % ports.length]!;
    const line = between(from, to);
    expect(lengthKm(line), `${from} ${to}`).toBeGreaterThanOrEqual(greatCircleKm(at(from), at(to)) - 0.001);
    expect(lengthKm(line), `${from} ${to}`).toBeLessThan(30_000);
  }
});
