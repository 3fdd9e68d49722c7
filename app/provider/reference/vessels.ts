import type { Database } from "../db/schema.ts";
import type { OceanCarrierCode } from "./carriers.ts";

export type VesselRow = Database["vessel"];

/** Container ships by the carrier that runs them. */
const fleet: Record<OceanCarrierCode, [name: string, imo: string][]> = {
  MAEU: [
    ["MADRID MAERSK", "9778791"],
    ["MUNICH MAERSK", "9778806"],
    ["MOSCOW MAERSK", "9778818"],
    ["MILAN MAERSK", "9778820"],
    ["MAJESTIC MAERSK", "9619921"],
    ["EMMA MAERSK", "9321483"],
  ],
  MSCU: [
    ["MSC OSCAR", "9703291"],
    ["MSC ZOE", "9703318"],
    ["MSC GULSUN", "9839430"],
    ["MSC ISABELLA", "9839284"],
    ["MSC AMBRA", "9839478"],
    ["MSC IRINA", "9930038"],
  ],
  CMDU: [
    ["CMA CGM JACQUES SAADE", "9839179"],
    ["CMA CGM PALAIS ROYAL", "9839143"],
    ["CMA CGM RIVOLI", "9839167"],
    ["CMA CGM MARCO POLO", "9454436"],
    ["CMA CGM BENJAMIN FRANKLIN", "9706891"],
  ],
  COSU: [
    ["COSCO SHIPPING UNIVERSE", "9795610"],
    ["COSCO SHIPPING ARIES", "9783497"],
    ["COSCO SHIPPING TAURUS", "9783502"],
    ["COSCO SHIPPING GALAXY", "9795646"],
    ["CSCL GLOBE", "9695121"],
  ],
  HLCU: [
    ["BARZAN", "9708851"],
    ["AL MURAYKH", "9708863"],
    ["NEW YORK EXPRESS", "9501332"],
    ["BASEL EXPRESS", "9501344"],
    ["ULSAN EXPRESS", "9613020"],
  ],
  ONEY: [
    ["ONE APUS", "9806079"],
    ["ONE AQUILA", "9806043"],
    ["ONE COLUMBA", "9806067"],
    ["ONE STORK", "9757199"],
    ["ONE IBIS", "9741372"],
  ],
  EGLV: [
    ["EVER ACE", "9893890"],
    ["EVER GIVEN", "9811000"],
    ["EVER GOODS", "9820843"],
    ["EVER GENTLE", "9832705"],
    ["EVER GLOBE", "9786841"],
  ],
  HDMU: [
    ["HMM ALGECIRAS", "9863297"],
    ["HMM DUBLIN", "9863314"],
    ["HMM HAMBURG", "9863338"],
    ["HMM OSLO", "9868314"],
  ],
  YMLU: [
    ["YM WARRANTY", "9704623"],
    ["YM WITNESS", "9708435"],
    ["YM WORTH", "9704609"],
    ["YM WINDOW", "9708461"],
  ],
  ZIMU: [
    ["ZIM SAMMY OFER", "9931496"],
    ["ZIM MOUNT EVEREST", "9931472"],
    ["ZIM ANTWERP", "9471202"],
    ["ZIM TAMPA", "9456977"],
  ],
  OOLU: [
    ["OOCL HONG KONG", "9776171"],
    ["OOCL GERMANY", "9776183"],
    ["OOCL JAPAN", "9776195"],
    ["OOCL UNITED KINGDOM", "9776200"],
  ],
  WHLC: [
    ["WAN HAI 506", "9294850"],
    ["WAN HAI 515", "9457610"],
    ["WAN HAI 611", "9400277"],
  ],
};

export const vessels: VesselRow[] = Object.entries(fleet).flatMap(([carrier_code, ships]) =>
  ships.map(([name, imo]) => ({ imo, name, carrier_code })),
);
