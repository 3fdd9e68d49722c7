import { expect, test } from "vitest";
import { fileKind } from "#app/provider/files/file-kind.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");
const png = Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex");
const exe = Buffer.concat([bytes("MZ\x90\x00\x03"), Buffer.alloc(200)]);

test.each([
  ["invoice.pdf", bytes("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"), "application/pdf"],
  ["photo.png", png, "image/png"],
  ["photo.txt", png, null],
  ["list.csv", Buffer.from("PO,Menge\n1,ä\n"), "text/plain"],
  ["清单.csv", Buffer.from([0xc7, 0xe5, 0xb5, 0xa5, 0x2c, 0x31, 0x0a]), "text/plain"],
  ["a program declared as.png", exe, null],
  ["page.html", Buffer.from("<html></html>"), null],
  ["run.exe", png, null],
  ["empty.txt", Buffer.alloc(0), null],
  ["noise.bin", Buffer.from([1, 2, 3, 0, 255, 254, 7, 200]), null],
])("%s", async (name, sample, expected) => {
  expect(await fileKind(name, sample)).toBe(expected);
});

test("text whose sample ends in the middle of a character is text", async () => {
  expect(await fileKind("a.txt", Buffer.from("a中").subarray(0, 3))).toBe("text/plain");
});
