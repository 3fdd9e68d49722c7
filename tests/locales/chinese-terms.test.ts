import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Words that would name a thing a second time (app/decisions/languages-and-words.md), with the one that names it. */
const REFUSED: [refused: RegExp, term: string][] = [
  [/货运(?!站|代理)/, "运单"],
  [/货件/, "运单"],
  [/里程碑/, "节点"],
  [/最后一公里/, "末端派送"],
  // The number of a bank account is one.
  [/(?<!银行、?)账号|帐[号户]/, "账户"],
  [/申请报价/, "询价"],
  [/订舱公司/, "受理公司"],
  [/转运偏好/, "中转要求"],
  [/出闸/, "出场"],
  [/贸易条款/, "贸易术语"],
];

const files = globSync(["app/locales/zh/*.ts", "app/provider/texts/zh/*.ts"]).sort();

test("a thing has one name in the Chinese texts of portal and provider", () => {
  expect(files.length).toBeGreaterThan(80);
  const wrong = files.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line, index) =>
        REFUSED.filter(([refused]) => refused.test(line)).map(
          ([refused, term]) => `${file}:${index + 1} ${refused.exec(line)![0]}, say ${term}`,
        ),
      ),
  );
  expect(wrong).toEqual([]);
});

test.each(["创建货运", "其他账号", "路线与里程碑"])("a second name would be found: %s", (text) => {
  expect(REFUSED.some(([refused]) => refused.test(text))).toBe(true);
});
