/** Greenhouse gases of shipments, and the factors by which they are computed; used in loaders only. */
export default {
  title: "{{houseNumber}} · Emissions",
  titleWithout: "Emissions",
  heading: "Greenhouse gases of H# {{houseNumber}}",
  back: "Shipment",
  link: "CO2e",
  none: "Your forwarder's system does not compute the greenhouse gases of shipments.",
  total: "{{kg}} kg CO2e from well to wheel: {{ttw}} kg from tank to wheel, {{wtt}} kg from well to tank.",
  range: "By what is published for such transports, between {{low}} kg and {{high}} kg.",
  intensity: "{{grams}} g for each tonne-kilometre, of {{tkm}} t·km.",
  forcing:
    "Radiative forcing of flights would add {{kg}} kg. It is not in the sum, and how much it is, is very uncertain.",
  missing: "There is no sum, because a leg lacks data: {{reason}}.",
  gap: {
    noWeight: "the weight is not known",
    noDistance: "the position of a place is not known",
    noFactor: "there is no factor for the means of transport",
  },
  legs: "Legs",
  column: {
    leg: "Leg",
    by: "By",
    distance: "Distance, km",
    activity: "Activity",
    ttw: "Tank to wheel, kg",
    wtt: "Well to tank, kg",
    both: "Together, kg CO2e",
    range: "Range, kg",
    factor: "Factor",
  },
  leg: "{{from}} → {{to}}",
  hub: "Handling in {{place}}",
  all: "Together",
  unknown: "not known: {{reason}}",
  mode: { VESSEL: "sea", AIR: "air", TRUCK: "road", RAIL: "rail", BARGE: "barge", HUB: "terminal" },
  adjusted: "{{km}}, with the factor's addition {{adjusted}}",
  activity: { TKM: "{{amount}} t·km", TEUKM: "{{amount}} TEU·km", T: "{{amount}} t" },
  between: "{{low}} to {{high}}",
  ofFactor: "{{vehicle}}, {{edition}}",
  assumed: "What is assumed, and how far off it can be",
  note: {
    method:
      "By the method of ISO 14083: for each leg, mass times distance times factor; for full containers, where a factor says so, twenty-foot units times distance. It is an estimate by averages, not what this vessel, aircraft or lorry burned.",
    year: "The reporting year is {{year}}, that of the departure.",
    planned: "The reporting year is {{year}}, that of the planned departure; legs are those known today.",
    noYear: "No departure is known: the factors are those of the present year.",
    edition: "There is no edition {{year}} for '{{vehicle}}': that of {{edition}} is used.",
    mass: "Mass is the gross weight of the goods, {{tonnes}} t, without containers and pallets of the carrier.",
    teu: "Full containers: {{teu}} TEU.",
    sea: "Distances by sea follow sea lanes; ships sail further or less far as weather, canals and rotations have it.",
    air: "Distances by air are the shortest line over the globe.",
    land: "Distances by land are the straight line. Roads and rails are longer, commonly by a fifth to a half (Ballou and others, 2002, read second-hand), and these legs are understated by as much.",
    noHubs: "Handling in ports, terminals and warehouses is not included: there is no factor for it.",
    noRange: "For some legs no range is published: they stand in it with their figure.",
    range:
      "The range is from the least to the greatest published for such transports, not a statistical one.",
    rounding:
      "Sums are exact and rounded to the gram at their end, so that rows, each rounded by itself, may differ from them by a few grams.",
  },
  factors: "Factors and their sources",
  factor: {
    title: "{{vehicle}}, edition {{edition}}",
    figures: {
      TKM: "{{ttw}} kg CO2e from tank to wheel and {{wtt}} kg from well to tank, for a tonne-kilometre.",
      TEUKM:
        "{{ttw}} kg CO2e from tank to wheel and {{wtt}} kg from well to tank, for a kilometre of a twenty-foot unit.",
      T: "{{ttw}} kg CO2e from tank to wheel and {{wtt}} kg from well to tank, for a tonne.",
    },
    range: "Range from well to wheel: {{low}} to {{high}} kg.",
    forcing: "Radiative forcing besides: {{rf}} kg.",
    share: "Its rule adds {{percent}} % to the distance.",
    added: "Its rule adds {{km}} km to the distance.",
    source: "Source:",
    licence: "Licence: {{licence}}.",
    quality: { default: "An average of many carriers.", carrier: "The carrier's own." },
    checked: "Found alike in a second place.",
    unchecked: "Read second-hand; not both parts of it could be found in a second place.",
  },
  report: {
    file: "For a sustainability report",
    fileText:
      "Shipment by shipment, as scope 3 category 4 takes it: reporting year, mode, places, mass, distance, activity, both parts of the emission, range, source, edition, licence and data quality, and why a shipment is not counted.",
    noFactors: "No shipment of the report has figures yet.",
    unnamed: "Your forwarder's system does not name its factors and their sources.",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    emissions: typeof import("./emissions.ts").default;
  }
}
