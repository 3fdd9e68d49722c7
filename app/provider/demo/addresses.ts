import { placeOf } from "./journey.ts";
import type { DemoParty } from "./parties.ts";

/**
 * Address data of each town: state or province where letters carry one, postcode, telephone number with
 * country and area code. # is a digit that differs by party.
 */
const towns: Record<string, readonly [state: string, postcode: string, phone: string]> = {
  CNSZH: ["Jiangsu", "2150##", "+86 512 6### ####"],
  CNYIW: ["Zhejiang", "3220##", "+86 579 8### ####"],
  CNHGH: ["Zhejiang", "3100##", "+86 571 8### ####"],
  CNDGG: ["Guangdong", "5238##", "+86 769 2### ####"],
  CNFOS: ["Guangdong", "5280##", "+86 757 8### ####"],
  CNTAO: ["Shandong", "2660##", "+86 532 8### ####"],
  CGO: ["Henan", "4500##", "+86 371 6### ####"],
  VNHAN: ["", "1####0", "+84 24 3### ####"],
  VNSGN: ["", "7####0", "+84 28 3### ####"],
  THLCH: ["Chonburi", "20230", "+66 38 4## ###"],
  INDEL: ["Delhi", "1100##", "+91 11 2### ####"],
  INTUP: ["Tamil Nadu", "6416##", "+91 421 2## ####"],
  BOM: ["Maharashtra", "4000##", "+91 22 2### ####"],
  TWKEL: ["", "20###", "+886 2 24## ####"],
  TWKHH: ["", "80###", "+886 7 3## ####"],
  KRINC: ["", "21###", "+82 32 8## ####"],
  JPTYO: ["Tokyo", "135-00##", "+81 3 5### ####"],
  SGSIN: ["", "6280##", "+65 6### ####"],
  MYPEN: ["Penang", "119##", "+60 4 6## ####"],
  BDDAC: ["", "12##", "+880 2 5### ####"],
  LKCMB: ["", "00#00", "+94 11 2## ####"],
  PKKHI: ["Sindh", "74###", "+92 21 3### ####"],
  KHKOS: ["Preah Sihanouk", "1800##", "+855 34 9## ###"],
  TRMER: ["Mersin", "330##", "+90 324 2## ## ##"],
  IST: ["Istanbul", "342##", "+90 212 6## ## ##"],
  DEHAM: ["", "20###", "+49 40 3## ####"],
  DEFRA: ["", "60###", "+49 69 6## ####"],
  DEMUC: ["", "80###", "+49 89 5## ####"],
  DESTR: ["", "70###", "+49 711 8## ####"],
  DEDUI: ["", "47###", "+49 203 3## ###"],
  LEJ: ["", "04###", "+49 341 2## ####"],
  NLVEN: ["", "59## XL", "+31 77 3## ####"],
  NLTLB: ["", "50## KV", "+31 13 5## ####"],
  LUX: ["", "L-1###", "+352 2### ####"],
  FRPAR: ["", "750##", "+33 1 4# ## ## ##"],
  FRLYO: ["", "690##", "+33 4 7# ## ## ##"],
  ITMIL: ["MI", "201##", "+39 02 5### ###"],
  CZPRG: ["", "1## 00", "+420 2## ### ###"],
  PLWAW: ["", "02-###", "+48 22 6## ## ##"],
  GBBHM: ["", "B6 #TX", "+44 121 4## ####"],
  GBMNC: ["", "M1# 4RD", "+44 161 8## ####"],
  USCMH: ["OH", "432##", "+1 614 5## ####"],
  USONT: ["CA", "917##", "+1 909 3## ####"],
  USATL: ["GA", "303##", "+1 404 5## ####"],
  USDAL: ["TX", "752##", "+1 214 6## ####"],
  USCHI: ["IL", "606##", "+1 312 7## ####"],
  USPHX: ["AZ", "850##", "+1 602 2## ####"],
  USTIW: ["WA", "984##", "+1 253 3## ####"],
  USSAV: ["GA", "314##", "+1 912 2## ####"],
  USNYC: ["NY", "100##", "+1 212 6## ####"],
  CATOR: ["ON", "M5V #K2", "+1 416 3## ####"],
  MXVER: ["Veracruz", "917##", "+52 229 9## ####"],
  BRSSZ: ["SP", "110##-0#0", "+55 13 3### ####"],
};

/** Street names with industrial sites. */
const streets: Record<string, readonly string[]> = {
  CN: ["218 Xinghu Street", "18 Keji Road", "66 Gangcheng Avenue", "9 Chuangye East Road"],
  VN: ["Lot C2, Tan Thuan Road", "215 Nguyen Van Linh", "Km 9 Bac Thang Long"],
  TH: ["88/3 Moo 5, Thung Sukhla"],
  IN: ["Plot 41, MIDC Estate", "14 Okhla Phase II", "7 Avinashi Road"],
  TW: ["12 Zhongshan 3rd Road", "35 Qijin Street"],
  KR: ["42 Songdo-daero"],
  JP: ["3-5-1 Ariake, Koto-ku"],
  SG: ["21 Pandan Avenue"],
  MY: ["Plot 16, Bayan Lepas Phase 4"],
  BD: ["Plot 27, Tejgaon Industrial Area"],
  LK: ["45 Baseline Road"],
  PK: ["Plot 112, Korangi Sector 23"],
  KH: ["National Road 4, Phum 3"],
  TR: ["Serbest Bölge 6. Cadde No. 14", "Atatürk Caddesi No. 81"],
  DE: ["Überseering 28", "Hafenstraße 112", "Industriestraße 7", "Gewerbering 40"],
  NL: ["Columbusweg 33", "Ringbaan-West 201"],
  LU: ["4 rue de Neudorf"],
  FR: ["27 avenue du Général Leclerc", "8 quai Perrache"],
  IT: ["Via Mecenate 84", "Viale Fulvio Testi 117"],
  CZ: ["Průmyslová 11"],
  PL: ["ul. Żwirki i Wigury 16"],
  GB: ["17 Oldham Street", "Unit 4, Trafford Way", "90 Dock Road"],
  US: ["4100 Commerce Parkway", "880 Distribution Drive", "27 Harbor Boulevard", "1550 Intermodal Way"],
  CA: ["300 Front Street West"],
  MX: ["Av. Framboyanes 215"],
  BR: ["Rua Xavier da Silveira 92"],
};

/** Hash that gives neighbouring codes numbers far apart. */
const numberOf = (code: string) =>
  [...code].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 99_991, 7);

function filled(pattern: string, seed: number): string {
  let state = seed;
  return pattern.replaceAll("#", () => {
    state = (state * 75 + 74) % 65_537;
    return String(state % 10);
  });
}

export interface DemoAddress {
  /** Street and town, as in the address field. */
  address: string;
  state: string;
  postcode: string;
  phone: string;
  countryCode: string;
}

/** The party's address in its country's format. */
export function addressOf({ code, town }: DemoParty): DemoAddress {
  const { name, country_code } = placeOf(town);
  const [state, postcode, phone] = towns[town]!;
  const ofCountry = streets[country_code]!;
  const seed = numberOf(code);
  return {
    address: `${ofCountry[seed % ofCountry.length]}, ${name}`,
    state,
    postcode: filled(postcode, seed),
    phone: filled(phone, seed + 1),
    countryCode: country_code,
  };
}
