/** Texts of places. */
export const places = {
  placeCode: "The code is a UN/LOCODE such as DEHAM, or for an airport three letters such as FRA",
  placeCountry: "The country is two letters, and the first two of a UN/LOCODE",
  placeZone: "The time zone is the name of one, such as Europe/Berlin",
  placePosition: "The position does not agree with the time zone: check latitude, longitude and their signs",
  placeKnown: "{code} is known already",
} as const;
