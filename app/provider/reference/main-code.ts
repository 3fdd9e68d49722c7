/**
 * Second codes of one port, which carriers and customers use side by side: mostly UN/LOCODE's own rows of the town and of its
 * port, and codes of before.
 */
const mainCodes: Readonly<Record<string, string>> = {
  ANSXM: "SXPHI",
  ANWIL: "CWWIL",
  CNDAG: "CNDLC",
  CNDAL: "CNDLC",
  CNGGZ: "CNCAN",
  CNNBG: "CNNGB",
  CNNBO: "CNNGB",
  CNNJG: "CNNKG",
  CNQDG: "CNTAO",
  CNQIN: "CNTAO",
  CNSGH: "CNSHA",
  CNSTG: "CNSWA",
  CNTAC: "CNTAG",
  CNXAM: "CNXMN",
  CNXGA: "CNTXG",
  CNXMG: "CNXMN",
  CNYTG: "CNYTN",
  DJPOD: "DJJIB",
  MGTOA: "MGTMM",
  MYLPK: "MYPKG",
  CVPRA: "CVRAI",
  FRLIO: "FRLYO",
  FRLYS: "FRLYO",
  GBNCS: "GBNCL",
  KRICH: "KRINC",
  PAROD: "PAPSA",
  VNCMT: "VNTOT",
  VGTOV: "VGRAD",
};

/** The code under which a place is known: its own, or that of which it is a second one. */
export const mainCode = (code: string): string => mainCodes[code] ?? code;

export const isSecondCode = (code: string): boolean => code in mainCodes;
