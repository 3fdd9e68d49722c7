import type { DemoCustomerCode } from "./accounts.ts";
import type { Trade } from "./goods.ts";

export interface DemoParty {
  code: string;
  name: string;
}
export interface Supplier extends DemoParty {
  /** Country that it ships from. */
  country: string;
  trade: Trade;
}
export interface Receiver extends DemoParty {
  /** Country that it receives in. */
  country: string;
}

/** Who ships and who receives, by customer. Every country that a lane of the customer starts or ends in has one. */
export const demoParties: Record<
  DemoCustomerCode,
  { suppliers: readonly Supplier[]; receivers: readonly Receiver[] }
> = {
  MERIDIAN: {
    suppliers: [
      { code: "CNHUAYI", name: "Suzhou Huayi Furniture Co., Ltd.", country: "CN", trade: "home" },
      { code: "CNLANTU", name: "Yiwu Lantu Toys & Gifts Co., Ltd.", country: "CN", trade: "toys" },
      { code: "CNBOXIN", name: "Dongguan Boxin Electronics Co., Ltd.", country: "CN", trade: "electronics" },
      { code: "CNMEILI", name: "Guangzhou Meili Cosmetics Co., Ltd.", country: "CN", trade: "cosmetics" },
      { code: "CNJINHE", name: "Ningbo Jinhe Kitchenware Co., Ltd.", country: "CN", trade: "home" },
      { code: "HKSUNRISE", name: "Sunrise Consumer Products (HK) Ltd.", country: "HK", trade: "electronics" },
      { code: "VNDONGA", name: "Dong A Garment Joint Stock Company", country: "VN", trade: "garments" },
      { code: "VNGOVIET", name: "Go Viet Furniture Co., Ltd.", country: "VN", trade: "home" },
      { code: "THSIAM", name: "Siam Auto Components Public Co., Ltd.", country: "TH", trade: "auto" },
      { code: "INSARAS", name: "Saraswati Textiles Pvt. Ltd.", country: "IN", trade: "garments" },
      { code: "ITCASA", name: "Casa Bellini S.r.l.", country: "IT", trade: "home" },
      { code: "DENORD", name: "Nordlicht Leuchten GmbH", country: "DE", trade: "home" },
      { code: "NLDCVEN", name: "Meridian Europe Distribution B.V.", country: "NL", trade: "home" },
      { code: "USMERI", name: "Meridian Retail Group Inc., Columbus DC", country: "US", trade: "cosmetics" },
      { code: "TWFORMO", name: "Formosa Precision Devices Inc.", country: "TW", trade: "electronics" },
    ],
    receivers: [
      { code: "USDCONT", name: "Meridian Distribution Center Ontario, CA", country: "US" },
      { code: "USDCCMH", name: "Meridian Distribution Center Columbus, OH", country: "US" },
      { code: "USDCATL", name: "Meridian Distribution Center Atlanta, GA", country: "US" },
      { code: "NLDCVEN", name: "Meridian Europe Distribution B.V.", country: "NL" },
      { code: "DEMERI", name: "Meridian Deutschland GmbH", country: "DE" },
      { code: "FRMERI", name: "Meridian France SAS", country: "FR" },
      { code: "CAMERI", name: "Meridian Canada Ltd.", country: "CA" },
      { code: "JPTOKAI", name: "Tokai Living Co., Ltd.", country: "JP" },
      { code: "CNMERI", name: "Meridian Trading (Shanghai) Co., Ltd.", country: "CN" },
      { code: "SGLION", name: "Lion City Homewares Pte. Ltd.", country: "SG" },
      { code: "BRCASA", name: "Casa Paulista Importadora Ltda.", country: "BR" },
    ],
  },
  BRIGHTWATER: {
    suppliers: [
      {
        code: "CNXINGDA",
        name: "Shenzhen Xingda Electronics Co., Ltd.",
        country: "CN",
        trade: "electronics",
      },
      { code: "CNWEIHUA", name: "Shanghai Weihua Auto Parts Co., Ltd.", country: "CN", trade: "auto" },
      { code: "HKPEARL", name: "Pearl River Components Ltd.", country: "HK", trade: "electronics" },
      { code: "KRHANBIT", name: "Hanbit Display Co., Ltd.", country: "KR", trade: "electronics" },
      { code: "TWTAIHO", name: "Tai Ho Semicon Devices Co., Ltd.", country: "TW", trade: "electronics" },
      { code: "MYUTARA", name: "Utara Circuits Sdn. Bhd.", country: "MY", trade: "electronics" },
      { code: "CZMORAVA", name: "Morava Kabely s.r.o.", country: "CZ", trade: "auto" },
      { code: "PLWISLA", name: "Wisla Elektronika Sp. z o.o.", country: "PL", trade: "electronics" },
      { code: "DEBRIGHT", name: "Brightwater Electronics GmbH, Werk Hamburg", country: "DE", trade: "auto" },
      { code: "NLBRIGHT", name: "Brightwater Benelux B.V.", country: "NL", trade: "electronics" },
    ],
    receivers: [
      { code: "DEHAMB", name: "Brightwater Electronics GmbH, Lager Hamburg", country: "DE" },
      { code: "DEMUNI", name: "Brightwater Electronics GmbH, Werk München", country: "DE" },
      { code: "NLBRIGHT", name: "Brightwater Benelux B.V.", country: "NL" },
      { code: "LUCARGO", name: "Brightwater Hub Luxembourg S.à r.l.", country: "LU" },
      { code: "CNBRIGHT", name: "Brightwater (Suzhou) Co., Ltd.", country: "CN" },
      { code: "USBRIGHT", name: "Brightwater Americas LLC", country: "US" },
      { code: "SGBRIGHT", name: "Brightwater Asia Pte. Ltd.", country: "SG" },
      { code: "MXBRIGHT", name: "Brightwater de México S.A. de C.V.", country: "MX" },
      { code: "ITVOLTA", name: "Volta Distribuzione S.p.A.", country: "IT" },
    ],
  },
  HARROWVALE: {
    suppliers: [
      { code: "BDPADMA", name: "Padma Knit Composite Ltd.", country: "BD", trade: "garments" },
      { code: "INCOVAI", name: "Kovai Spinners & Garments Pvt. Ltd.", country: "IN", trade: "garments" },
      { code: "LKKANDY", name: "Kandy Apparel (Pvt) Ltd.", country: "LK", trade: "garments" },
      { code: "VNSAIGON", name: "Saigon Fashion Manufacturing JSC", country: "VN", trade: "garments" },
      { code: "CNYUNLAN", name: "Hangzhou Yunlan Fashion Co., Ltd.", country: "CN", trade: "garments" },
      { code: "TRBOGAZ", name: "Boğaz Tekstil San. ve Tic. A.Ş.", country: "TR", trade: "garments" },
      { code: "KHANGKOR", name: "Angkor Footwear Co., Ltd.", country: "KH", trade: "garments" },
      { code: "PKINDUS", name: "Indus Denim Mills (Pvt) Ltd.", country: "PK", trade: "garments" },
      { code: "ITPRATO", name: "Lanificio di Prato S.r.l.", country: "IT", trade: "garments" },
      { code: "FRLYON", name: "Soieries du Rhône SAS", country: "FR", trade: "garments" },
      {
        code: "GBHARROW",
        name: "Harrow & Vale Clothing Ltd, Manchester DC",
        country: "GB",
        trade: "garments",
      },
    ],
    receivers: [
      { code: "GBMANDC", name: "Harrow & Vale Clothing Ltd, Manchester DC", country: "GB" },
      { code: "GBBHMDC", name: "Harrow & Vale Clothing Ltd, Birmingham DC", country: "GB" },
      { code: "USHARROW", name: "Harrow & Vale USA Inc.", country: "US" },
      { code: "JPHARROW", name: "Harrow & Vale Japan K.K.", country: "JP" },
    ],
  },
};
