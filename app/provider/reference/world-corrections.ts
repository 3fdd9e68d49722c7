/**
 * Errors in the data of `sea-ports` 0.0.9 and `airport-data-js` 4.0.0, found by comparing each port with the airports of
 * its country, each position with its time zone, and both with the network of sea lanes. Positions are
 * [latitude, longitude].
 */

/** Rows that are left out, by reason. */
export const droppedPlaces: Record<string, readonly string[]> = {
  "not the UN/LOCODE of the port, which has a row of its own": [
    "CNDAL",
    "CNNBO",
    "CNQIN",
    "CNSGH",
    "CNXAM",
    "CNXGA",
    "CNYTG",
    "DJPOD",
    "REREU",
    "VGTOV",
    "JPTOS",
    "MGTOA",
    "ANSXM",
    "ANWIL",
  ],
  "no position is given": [
    "BHAHD",
    "CNSTG",
    "ESEBO",
    "GBEIL",
    "GBPDD",
    "GRKAP",
    "HNTGU",
    "HRLST",
    "JPHIS",
    "JPMTR",
    "THTPT",
    "USBHM",
    "USCBF",
    "USCPF",
    "USGBO",
    "USGSP",
    "USJOT",
    "USSXT",
  ],
  "the position is that of another place, and its own is not known": [
    "ANGSB",
    "ANEUX",
    "BRPNN",
    "BRSAL",
    "CLCAP",
    "CNHEB",
    "CNJIN",
    "CNJZU",
    "CNKPN",
    "CNLIH",
    "CNTAP",
    "FRJAV",
    "RUPTP",
    "USTSA",
    "CNBJO",
  ],
};

export interface PlaceCorrection {
  reason: string;
  /** Its name in an earlier edition, when the code went to another place: a row that still has it is corrected. */
  formerName?: string;
  /** The present code, of a country that was divided. */
  code?: string;
  name?: string;
  at?: readonly [number, number];
  timeZone?: string;
}

const swapped = "latitude and longitude are exchanged";
const elsewhere = "the position is that of another place";
const divided = "the Netherlands Antilles were divided in 2010";
const wrongZone = "the time zone is that of another part of the world";
const neighbour = "the time zone is that of a neighbouring region";
const noPosition = "no position is given";
const noZone = "no time zone is given";

export const placeCorrections: Record<string, PlaceCorrection> = {
  ANBON: { reason: divided, code: "BQBON", timeZone: "America/Kralendijk" },
  ANCUR: { reason: divided, code: "CWCUR", timeZone: "America/Curacao" },
  ANPHI: { reason: divided, code: "SXPHI", timeZone: "America/Lower_Princes" },

  ARDDC: { reason: swapped, at: [-34.0448, -59.1998], timeZone: "America/Argentina/Buenos_Aires" },
  CDBOA: { reason: swapped, at: [-5.8347, 13.0229] },
  CDMAT: { reason: swapped, at: [-5.8238, 13.451] },
  CLJRL: { reason: swapped, at: [-36.9721, -73.2265], timeZone: "America/Santiago" },
  CLPGO: { reason: swapped, at: [-31.8856, -71.5039], timeZone: "America/Santiago" },
  CLPPD: { reason: swapped, at: [-27.0523, -70.8419], timeZone: "America/Santiago" },
  DZAAE: { reason: swapped, at: [36.9179, 7.6741] },
  ISESK: { reason: swapped, at: [65.0727, -14.0539], timeZone: "Atlantic/Reykjavik" },
  REPDG: { reason: swapped, at: [-20.9239, 55.2856], timeZone: "Indian/Reunion" },
  TNJAR: { reason: swapped, at: [33.5, 11.1], timeZone: "Africa/Tunis" },
  VEGUB: { reason: swapped, at: [11.6657, -70.2148], timeZone: "America/Caracas" },

  AUGOV: { reason: elsewhere, at: [-12.2, 136.69] },
  BMSOU: { reason: elsewhere, at: [32.25, -64.83], timeZone: "Atlantic/Bermuda" },
  BRITQ: { reason: elsewhere, name: "Itaqui", at: [-2.57, -44.37], timeZone: "America/Fortaleza" },
  CNBHY: { reason: elsewhere, name: "Beihai", at: [21.48, 109.07] },
  CNSWA: { reason: elsewhere, name: "Shantou", at: [23.35, 116.68] },
  CNYAN: { reason: elsewhere, at: [30.62, 122.07] },
  CNZHA: { reason: elsewhere, name: "Zhanjiang", at: [21.2, 110.4] },
  FRHON: { reason: elsewhere, at: [49.42, 0.23] },
  PESNX: { reason: elsewhere, at: [-15.25, -75.24] },
  THPKN: { reason: elsewhere, at: [13.6, 100.59] },
  INHYD: { reason: elsewhere, at: [17.39, 78.49], timeZone: "Asia/Kolkata" },
  TWMLI: { reason: elsewhere, at: [23.79, 120.18] },
  UYCYR: { reason: elsewhere, at: [-34.47, -57.85] },
  VEPSU: { reason: elsewhere, at: [10.46, -64.18] },

  ARRIC: { reason: "the time zone has no city", timeZone: "America/Argentina/Buenos_Aires" },
  BRBEL: { reason: neighbour, timeZone: "America/Belem" },
  BRMAO: { reason: wrongZone, timeZone: "America/Manaus" },
  GBBAD: { reason: wrongZone, timeZone: "Europe/London" },
  JPONA: { reason: wrongZone, timeZone: "Asia/Tokyo" },
  JPYWT: { reason: wrongZone, timeZone: "Asia/Tokyo" },
  MOMFM: { reason: wrongZone, timeZone: "Asia/Macau" },
  PTHOR: { reason: wrongZone, timeZone: "Atlantic/Azores" },
  RUGDX: { reason: neighbour, timeZone: "Asia/Magadan" },
  RUKHO: { reason: neighbour, timeZone: "Asia/Sakhalin" },
  RUKOR: { reason: neighbour, timeZone: "Asia/Sakhalin" },

  BRVLC: { reason: noZone, timeZone: "America/Belem" },
  CNDCB: {
    reason: "neither position nor time zone is given",
    at: [22.52, 113.85],
    timeZone: "Asia/Shanghai",
  },
  CNPUT: { reason: noZone, timeZone: "Asia/Shanghai" },
  ESMLN: { reason: noZone, timeZone: "Africa/Ceuta" },
  GPGUS: { reason: noZone, timeZone: "America/Guadeloupe" },
  IDBPN: { reason: noZone, timeZone: "Asia/Makassar" },
  IDTAB: { reason: noZone, timeZone: "Asia/Makassar" },
  LCSLU: { reason: noZone, timeZone: "America/St_Lucia" },
  MXACA: { reason: noZone, timeZone: "America/Mexico_City" },
  PTPDL: { reason: noZone, timeZone: "Atlantic/Azores" },
  QAMES: { reason: noZone, timeZone: "Asia/Qatar" },
  RELPT: { reason: noZone, timeZone: "Indian/Reunion" },
  TWTPE: { reason: noPosition, at: [25.15, 121.39], timeZone: "Asia/Taipei" },
  USRNO: { reason: noPosition, at: [39.53, -119.81], timeZone: "America/Los_Angeles" },
  USSAT: {
    reason: noPosition,
    name: "San Antonio (Texas)",
    at: [29.42, -98.49],
    timeZone: "America/Chicago",
  },
  THLKR: { reason: "neither position nor time zone is given", at: [13.72, 100.76], timeZone: "Asia/Bangkok" },

  KTI: {
    reason: "Phnom Penh's airport since September 2025; the code was that of Kratie, which has no service",
    formerName: "Kratie Airport",
    name: "Techo International Airport",
    at: [11.3622, 104.9225],
    timeZone: "Asia/Phnom_Penh",
  },
  KKM: { reason: "the time zone has a space in it", timeZone: "Asia/Bangkok" },
  ULK: { reason: neighbour, timeZone: "Asia/Yakutsk" },
};

/** Airports that the package has as small ones without service, and that have opened since. */
export const openedAirports: ReadonlySet<string> = new Set(["WSI"]);

/** Towns, depots and rail ramps that the list of ports has for container traffic; no vessel calls there. */
export const inlandCodes: readonly string[] = [
  "ATLTX",
  "BFOUA",
  "BOSRZ",
  "BRIRO",
  "BRVDC",
  "BYMSQ",
  "CACAL",
  "CAEDM",
  "CANOR",
  "CASAK",
  "CAWNP",
  "CNKMG",
  "CNMYG",
  "DEBEZ",
  "DEPFR",
  "DZGHA",
  "GETBS",
  "INAGR",
  "INHYD",
  "USRNO",
  "USSAT",
  "INAMD",
  "INBLR",
  "INDRI",
  "INICD",
  "INJAI",
  "INJDH",
  "INKNU",
  "INLUH",
  "INMOR",
  "INNAG",
  "INPAP",
  "INPIR",
  "KENBO",
  "MLBKO",
  "MWBLZ",
  "MXMEX",
  "RWKGL",
  "SARUH",
  "THLKR",
  "UGKLA",
  "USBNA",
  "USCLT",
  "USDNN",
  "USDSM",
  "USELP",
  "USFWT",
  "USHSV",
  "USLAS",
  "USMES",
  "USMSP",
  "USPS6",
  "USSXZ",
  "USYOB",
  "ZABFN",
  "ZAJNB",
  "ZAPRY",
  "ZMLUN",
  "ZWBUQ",
  "ZWHRE",
  "ZWUTA",
];
