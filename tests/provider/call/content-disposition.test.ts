import { expect, test } from "vitest";
import { attachment } from "#app/provider/call/content-disposition.ts";

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
