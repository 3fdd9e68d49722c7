import {
  type AddressFieldName,
  type AddressType,
  addressFieldNames,
  addressTypes,
} from "#app/contract/address-code.ts";
import type { Language } from "#app/contract/user.ts";

type Texts = Record<Language, string>;

/** Heads of the columns of an exported file; an imported one may use those of either language. */
export const columnHeads: Record<AddressFieldName, Texts> = {
  type: { en: "Type", zh: "类型" },
  name: { en: "Name", zh: "名称" },
  address: { en: "Address", zh: "地址" },
  postcode: { en: "Postcode", zh: "邮编" },
  state: { en: "State or province", zh: "省/州" },
  countryCode: { en: "Country", zh: "国家/地区" },
  contactNumber: { en: "Phone", zh: "电话" },
  isDefaultPickup: { en: "Default for pickup", zh: "默认提货地址" },
  isDefaultDelivery: { en: "Default for delivery", zh: "默认送货地址" },
};

export const typeWords: Record<AddressType, Texts> = {
  2: { en: "Pickup", zh: "提货" },
  3: { en: "Deliver", zh: "送货" },
  4: { en: "Pickup and deliver", zh: "提货和送货" },
};

export const yesWords: Texts = { en: "Yes", zh: "是" };
const noWords: Texts = { en: "No", zh: "否" };

export const fileTitle: Texts = { en: "Address book", zh: "地址簿" };

const wordKey = (text: string) => text.normalize("NFKC").trim().toLowerCase();
const languages = ["en", "zh"] as const;

function readBy<Value>(words: readonly (readonly [Value, Texts])[], more: readonly [string, Value][]) {
  const byWord = new Map<string, Value>(more);
  for (const [value, texts] of words)
    for (const language of languages) byWord.set(wordKey(texts[language]), value);
  return (text: string): Value | undefined => byWord.get(wordKey(text));
}

/** The field under a head, in either language or by its name in the contract. */
export const fieldOfHead = readBy(
  addressFieldNames.map((name) => [name, columnHeads[name]] as const),
  addressFieldNames.map((name) => [name.toLowerCase(), name]),
);

/** The type that a cell names by its word or its code; an empty cell is "pickup and deliver". */
export const typeOfCell = readBy<AddressType>(
  addressTypes.map((type) => [type, typeWords[type]] as const),
  [["", "4"], ...addressTypes.map((type): [string, AddressType] => [type, type])],
);

/** What a cell of the columns of defaults says. */
export const flagOfCell = readBy(
  [
    [true, yesWords],
    [false, noWords],
  ],
  [
    ["", false],
    ...["1", "true", "x", "y"].map((text): [string, boolean] => [text, true]),
    ...["0", "false", "n"].map((text): [string, boolean] => [text, false]),
  ],
);
