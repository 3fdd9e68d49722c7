import type { DemoCustomerCode } from "./accounts.ts";
import type { Trade } from "./goods.ts";

export interface DemoParty {
  code: string;
  name: string;
  /** Town of its factory or warehouse. */
  town: string;
  /** Ports, airports and towns where it ships or receives. */
  through: readonly string[];
}
export interface Supplier extends DemoParty {
  trade: Trade;
}

const supplier = (code: string, name: string, trade: Trade, town: string, through: string): Supplier => ({
  code,
  name,
  trade,
  town,
  through: through.split(" "),
});
const receiver = (code: string, name: string, town: string, through: string): DemoParty => ({
  code,
  name,
  town,
  through: through.split(" "),
});

/** Shippers and consignees by customer; each lane has a party at either end. */
export const demoParties: Record<
  DemoCustomerCode,
  { suppliers: readonly Supplier[]; receivers: readonly DemoParty[] }
> = {
  MERIDIAN: {
    suppliers: [
      supplier("CNHUAYI", "Suzhou Huayi Furniture Co., Ltd.", "home", "CNSZH", "CNSHA"),
      supplier("CNQIMEI", "Suzhou Qimei Smart Home Co., Ltd.", "electronics", "CNSZH", "CNSHA PVG"),
      supplier("CNLANTU", "Yiwu Lantu Toys & Gifts Co., Ltd.", "toys", "CNYIW", "CNNGB CNSHA"),
      supplier("CNJINHE", "Ningbo Jinhe Kitchenware Co., Ltd.", "home", "CNHGH", "CNNGB"),
      supplier("CNBOXIN", "Dongguan Boxin Electronics Co., Ltd.", "electronics", "CNDGG", "CNYTN CNSHK CAN"),
      supplier("CNMEILI", "Guangzhou Meili Cosmetics Co., Ltd.", "cosmetics", "CNFOS", "CNYTN CNSHK CAN"),
      supplier("CNTONGL", "Dongguan Tongle Toys Co., Ltd.", "toys", "CNDGG", "CNYTN CNSHK"),
      supplier("CNHAISH", "Qingdao Haisheng Home Co., Ltd.", "home", "CNTAO", "CNTAO"),
      supplier("HKSUNRI", "Sunrise Consumer Products (HK) Ltd.", "electronics", "CNDGG", "HKG"),
      supplier("VNDONGA", "Dong A Garment Joint Stock Company", "garments", "VNHAN", "VNHPH HAN"),
      supplier("VNGOVIE", "Go Viet Furniture Co., Ltd.", "home", "VNSGN", "VNSGN"),
      supplier("VNBENTH", "Ben Thanh Footwear Co., Ltd.", "garments", "VNSGN", "VNSGN SGN"),
      supplier("THSIAMA", "Siam Auto Components Public Co., Ltd.", "auto", "THLCH", "THLCH"),
      supplier("INSARAS", "Saraswati Textiles Pvt. Ltd.", "garments", "INDEL", "INNSA DEL"),
      supplier("TWFORMO", "Formosa Precision Devices Inc.", "electronics", "TWKEL", "TPE"),
      supplier("ITCASAB", "Casa Bellini S.r.l.", "home", "ITMIL", "ITGOA MXP"),
      supplier("DENORDL", "Nordlicht Leuchten GmbH", "home", "DEHAM", "DEHAM"),
      supplier("DERHEIN", "Rheintal Kosmetik GmbH", "cosmetics", "DEFRA", "FRA"),
      supplier("NLMERID", "Meridian Europe Distribution B.V.", "home", "NLVEN", "NLVEN"),
      supplier(
        "USMERID",
        "Meridian Retail Group Inc., Columbus DC",
        "cosmetics",
        "USCMH",
        "USCMH USIND USLGB USLAX USSAV",
      ),
      supplier("USPACIF", "Pacific Skin Labs LLC", "cosmetics", "USONT", "LAX USLGB"),
    ],
    receivers: [
      receiver("USDCONT", "Meridian Distribution Center Ontario, CA", "USONT", "USLAX USLGB LAX"),
      receiver("USDCCMH", "Meridian Distribution Center Columbus, OH", "USCMH", "USNYC USORF JFK ORD"),
      receiver("USDCATL", "Meridian Distribution Center Atlanta, GA", "USATL", "USSAV USATL"),
      receiver("USDCDAL", "Meridian Distribution Center Dallas, TX", "USDAL", "USDAL DFW"),
      receiver("USDCCHI", "Meridian Fulfillment Chicago, IL", "USCHI", "USCHI ORD"),
      receiver("USSTPHX", "Meridian Stores Southwest, Phoenix, AZ", "USPHX", "USPHX USLGB"),
      receiver("USSTTIW", "Meridian Stores Northwest, Tacoma, WA", "USTIW", "USTIW"),
      receiver("NLDCVEN", "Meridian Europe Distribution B.V.", "NLVEN", "NLRTM AMS"),
      receiver("DEMERID", "Meridian Deutschland GmbH", "DEHAM", "DEHAM"),
      receiver("DEMUNCH", "Meridian Deutschland GmbH, Filiale München", "DEMUC", "DEMUC"),
      receiver("FRMERID", "Meridian France SAS", "FRPAR", "FRPAR"),
      receiver("CAMERID", "Meridian Canada Ltd.", "CATOR", "CATOR"),
      receiver("JPTOKAI", "Tokai Living Co., Ltd.", "JPTYO", "JPTYO NRT"),
      receiver("CNMERID", "Meridian Trading (Shanghai) Co., Ltd.", "CNSZH", "CNSHA"),
      receiver("SGLIONC", "Lion City Homewares Pte. Ltd.", "SGSIN", "SGSIN"),
      receiver("BRPAULI", "Casa Paulista Importadora Ltda.", "BRSSZ", "BRSSZ"),
      receiver("USEXPOR", "Coastal Export Packing, Savannah, GA", "USSAV", "USSAV"),
    ],
  },
  BRIGHTWATER: {
    suppliers: [
      supplier("CNXINGD", "Shenzhen Xingda Electronics Co., Ltd.", "electronics", "CNDGG", "CNYTN SZX"),
      supplier("CNWEIHU", "Shanghai Weihua Auto Parts Co., Ltd.", "auto", "CNSZH", "CNSHA"),
      supplier("CNHUATE", "Suzhou Huate Sensors Co., Ltd.", "electronics", "CNSZH", "CNSHA PVG"),
      supplier("CNZHONG", "Zhengzhou Zhongyu Devices Co., Ltd.", "electronics", "CGO", "CGO"),
      supplier("HKPEARL", "Pearl River Components Ltd.", "electronics", "CNDGG", "HKHKG HKG"),
      supplier("KRHANBI", "Hanbit Display Co., Ltd.", "electronics", "KRINC", "KRPUS ICN"),
      supplier("TWTAIHO", "Tai Ho Semicon Devices Co., Ltd.", "electronics", "TWKHH", "TWKHH TPE"),
      supplier("MYUTARA", "Utara Circuits Sdn. Bhd.", "electronics", "MYPEN", "MYPKG PEN"),
      supplier("CZMORAV", "Morava Kabely s.r.o.", "auto", "CZPRG", "CZPRG"),
      supplier("PLWISLA", "Wisła Elektronika Sp. z o.o.", "electronics", "PLWAW", "PLWAW"),
      supplier("DEBRIGH", "Brightwater Electronics GmbH, Werk Hamburg", "auto", "DEHAM", "DEHAM DEBRV"),
      supplier("DEBRSTU", "Brightwater Electronics GmbH, Werk Stuttgart", "auto", "DESTR", "DESTR FRA"),
      supplier("DEBRLEI", "Brightwater Electronics GmbH, Werk Leipzig", "auto", "LEJ", "LEJ"),
      supplier("NLBRIGH", "Brightwater Benelux B.V.", "electronics", "NLTLB", "NLRTM"),
    ],
    receivers: [
      receiver("DEHAMBU", "Brightwater Electronics GmbH, Lager Hamburg", "DEHAM", "DEHAM DEBRV"),
      receiver("DEFRANK", "Brightwater Electronics GmbH, Lager Frankfurt", "DEFRA", "FRA"),
      receiver("DEDUISB", "Brightwater Electronics GmbH, Lager Duisburg", "DEDUI", "CGN DEDUI"),
      receiver("DEMUNCH", "Brightwater Electronics GmbH, Werk München", "DEMUC", "DEMUC"),
      receiver("DELEIPZ", "Brightwater Electronics GmbH, Werk Leipzig", "LEJ", "LEJ"),
      receiver("NLBRIGH", "Brightwater Benelux B.V.", "NLTLB", "NLRTM AMS"),
      receiver("LUBRIGH", "Brightwater Hub Luxembourg S.à r.l.", "LUX", "LUX"),
      receiver("CNBRIGH", "Brightwater (Suzhou) Co., Ltd.", "CNSZH", "CNSHA PVG"),
      receiver("USBRIGH", "Brightwater Americas LLC", "USATL", "USCHS ORD"),
      receiver("SGBRIGH", "Brightwater Asia Pte. Ltd.", "SGSIN", "SGSIN"),
      receiver("MXBRIGH", "Brightwater de México S.A. de C.V.", "MXVER", "MXVER"),
      receiver("ITVOLTA", "Volta Distribuzione S.p.A.", "ITMIL", "ITMIL"),
    ],
  },
  HARROWVALE: {
    suppliers: [
      supplier("BDPADMA", "Padma Knit Composite Ltd.", "garments", "BDDAC", "BDCGP DAC"),
      supplier("INKOVAI", "Kovai Spinners & Garments Pvt. Ltd.", "garments", "INTUP", "INMAA"),
      supplier("INMALAB", "Malabar Hill Exports Pvt. Ltd.", "garments", "BOM", "INNSA BOM"),
      supplier("LKKANDY", "Kandy Apparel (Pvt) Ltd.", "garments", "LKCMB", "LKCMB CMB"),
      supplier("VNSAIGO", "Saigon Fashion Manufacturing JSC", "garments", "VNSGN", "VNSGN SGN"),
      supplier("CNYUNLA", "Hangzhou Yunlan Fashion Co., Ltd.", "garments", "CNHGH", "CNNGB CNSHA PVG"),
      supplier("TRBOGAZ", "Boğaz Tekstil San. ve Tic. A.Ş.", "garments", "TRMER", "TRMER"),
      supplier("TRMARMA", "Marmara Konfeksiyon A.Ş.", "garments", "IST", "IST"),
      supplier("KHANGKO", "Angkor Footwear Co., Ltd.", "garments", "KHKOS", "KHKOS"),
      supplier("PKINDUS", "Indus Denim Mills (Pvt) Ltd.", "garments", "PKKHI", "PKKHI"),
      supplier("ITPRATO", "Lanificio di Prato S.r.l.", "garments", "ITMIL", "ITMIL"),
      supplier("FRRHONE", "Soieries du Rhône SAS", "garments", "FRLYO", "FRLYO"),
      supplier("GBHARRO", "Harrow & Vale Clothing Ltd, Birmingham DC", "garments", "GBBHM", "GBFXT LHR"),
    ],
    receivers: [
      receiver(
        "GBMANDC",
        "Harrow & Vale Clothing Ltd, Manchester DC",
        "GBMNC",
        "GBFXT GBLGP GBSOU LHR GBMNC",
      ),
      receiver(
        "GBBHMDC",
        "Harrow & Vale Clothing Ltd, Birmingham DC",
        "GBBHM",
        "GBFXT GBLGP GBSOU LHR GBBHM",
      ),
      receiver("USHARRO", "Harrow & Vale USA Inc.", "USNYC", "JFK"),
      receiver("JPHARRO", "Harrow & Vale Japan K.K.", "JPTYO", "JPTYO"),
    ],
  },
};

/** The customer's parties that can ship from one place and receive at the other; null when there are none. */
export function partiesOn(
  company: DemoCustomerCode,
  from: string,
  to: string,
): { shippers: readonly Supplier[]; consignees: readonly DemoParty[] } | null {
  const { suppliers, receivers } = demoParties[company];
  const shippers = suppliers.filter(({ through }) => through.includes(from));
  const consignees = receivers.filter(({ through }) => through.includes(to));
  return shippers.length > 0 && consignees.length > 0 ? { shippers, consignees } : null;
}
