import { expect, test } from "vitest";
import { attachment, inline, readDisposition } from "#app/lib/content-disposition.ts";

test.each([
  ["list.xlsx", 'attachment; filename="list.xlsx"'],
  ["two words (1).pdf", 'attachment; filename="two words (1).pdf"'],
  ["提单.pdf", "attachment; filename=\"__.pdf\"; filename*=UTF-8''%E6%8F%90%E5%8D%95.pdf"],
  ['a"b%41.pdf', "attachment; filename=\"a_b_41.pdf\"; filename*=UTF-8''a%22b%2541.pdf"],
  ["it's é.pdf", "attachment; filename=\"it's _.pdf\"; filename*=UTF-8''it%27s%20%C3%A9.pdf"],
  ["../../etc/passwd", 'attachment; filename="passwd"'],
  ["C:\\temp\\x.pdf", 'attachment; filename="x.pdf"'],
  ["a\r\nset-cookie: x", 'attachment; filename="aset-cookie: x"'],
  ["", 'attachment; filename="file"'],
  ["\ud800.pdf", "attachment; filename=\"_.pdf\"; filename*=UTF-8''%EF%BF%BD.pdf"],
])("the file name %j is sent as %s", (name, header) => {
  expect(attachment(name)).toBe(header);
});

test("the name of a file that is shown is sent the same way", () => {
  expect(inline("提单.pdf")).toBe("inline; filename=\"__.pdf\"; filename*=UTF-8''%E6%8F%90%E5%8D%95.pdf");
});

test.each([
  ['inline; filename="bill.pdf"', true, "bill.pdf"],
  ["INLINE", true, null],
  ["attachment; filename=bill.pdf", false, "bill.pdf"],
  ["attachment; filename*=UTF-8''%E6%8F%90%E5%8D%95.pdf; filename=\"x.pdf\"", false, "提单.pdf"],
  ["attachment; filename=\"x.pdf\"; filename*=utf-8'en'M%C3%BCller.pdf", false, "Müller.pdf"],
  ["attachment; filename*=iso-8859-1'en'M%FCller.pdf", false, "Müller.pdf"],
  ["attachment; filename=\"x.pdf\"; filename*=UTF-8''%ZZ", false, "x.pdf"],
  ['inline; filename="%E6%8F%90%E5%8D%95.pdf"', true, "提单.pdf"],
  ['attachment; filename="100%25.pdf"', false, "100%25.pdf"],
  [`attachment; filename="${Buffer.from("提单.pdf").toString("latin1")}"`, false, "提单.pdf"],
  ['attachment; filename="M\u00fcller.pdf"', false, "Müller.pdf"],
  ['attachment; filename="a \\"b\\"; c.pdf"; size=4', false, 'a "b"; c.pdf'],
  ['attachment; filename="../../etc/passwd"', false, "passwd"],
  ['attachment; filename="a\u0000b.pdf"', false, "ab.pdf"],
  ['attachment; filename=""', false, null],
  ["inlined; filename=x.pdf", false, "x.pdf"],
  [null, false, null],
])("reads %j", (header, isInline, fileName) => {
  expect(readDisposition(header)).toEqual({ isInline, fileName });
});
