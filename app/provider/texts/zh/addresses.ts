import type { addresses as english } from "../en/addresses.ts";

export const addresses: Record<keyof typeof english, string> = {
  countryUnknown: "没有这个国家/地区：请填写名称或两个字母的代码",
  postcodeFormat: "不是{country}的邮编",
  phoneUnknown: "不是{country}的电话号码：其他国家/地区的号码请以 + 和区号开头",
  defaultOfOtherType: "只有类型相同的地址才能设为默认",
  addressKnown: "地址簿中已有相同名称和地址的记录",
  addressChanged: "{name} 刚刚修改了该地址，尚未覆盖任何内容。",
  addressChangedByYou: "您已在另一个窗口中修改了该地址，尚未覆盖任何内容。",
  addressTypeUnknown: "应为提货、送货，或提货和送货",
  addressFlagUnknown: "应为“是”或留空",
  addressSecondDefault: "文件中前面的行已设为默认",
  addressTwice: "名称和地址与第 {line} 行相同",
  addressFileHead: "首行应为列名，且须包含名称和地址",
  addressImportDone: "该文件已导入",
};
