import { mkdtemp, readdir, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { folderStore } from "#app/provider/file-store/folder.ts";
import { clamdScan } from "#app/provider/file-store/scanner.ts";
import { storeIncoming } from "#app/provider/files/incoming.ts";
import { EICAR, startClamd } from "#tests/support/clamd.ts";
import { zipOf } from "#tests/support/zip.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "fairlead-incoming-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function send(name: string, content: Buffer | string, clamdUrl?: string) {
  const store = folderStore(folder);
  const files = clamdUrl ? { ...store, scan: clamdScan(clamdUrl) } : store;
  const bytes = Buffer.from(content);
  const pieces = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, index) =>
    bytes.subarray(index * 65_536, (index + 1) * 65_536),
  );
  const outcome = await storeIncoming(
    { fileName: name, content: Readable.from(pieces, { objectMode: false }), isTooLarge: () => false },
    name,
    files,
  );
  return "refused" in outcome ? outcome.refused : outcome;
}

const html = "<!DOCTYPE html>\n<html><script>alert(1)</script></html>";
const office = (...parts: { name: string; content: string | Buffer }[]) =>
  zipOf([
    {
      name: "[Content_Types].xml",
      content:
        '<?xml version="1.0"?><Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    },
    { name: "word/document.xml", content: "<w:document/>" },
    ...parts,
  ]);
const oldOffice = (text: string) =>
  Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(70_000), Buffer.from(text, "utf16le")]);

describe("a file that is what its name says is kept:", () => {
  test.each<[string, Buffer | string, string]>([
    ["bill.PDF", "%PDF-1.7\n", "application/pdf"],
    ["list.csv", "po,sku\n1,2\n", "text/plain"],
    ["mail.eml", "From: a@b.example\nSubject: x\n\n<html>text</html>", "text/plain"],
    ["letter.docx", office(), "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
    ["sheet.xls", oldOffice("Workbook"), "application/x-cfb"],
    [
      "papers.zip",
      zipOf([
        { name: "a/提单.pdf", content: "%PDF-1.7\n" },
        { name: "a/", content: "" },
        { name: "__MACOSX/._a", content: "\0" },
        { name: "in.docx", content: office() },
      ]),
      "application/zip",
    ],
  ])("%s", async (name, content, content_type) => {
    expect(await send(name, content)).toMatchObject({ content_type, scanned_at: null });
  });
});

describe("a file that a machine would run, or that is not what its name says, is refused:", () => {
  test.each<[string, Buffer | string]>([
    ["page.html", html],
    ["page.html.", html],
    ["page.html ", html],
    ["letter.pdf.", "%PDF-1.7\n"],
    ["page.pdf", html],
    ["page.txt", html],
    ["page.txt", `\ufeff  ${html}`],
    ["picture.txt", "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"],
    ["link.url", "[InternetShortcut]\nURL=http://evil.example\n"],
    ["link.txt", "[InternetShortcut]\nURL=http://evil.example\n"],
    ["start.desktop", "[Desktop Entry]\nExec=sh\n"],
    ["change.reg", "Windows Registry Editor Version 5.00\n"],
    ["shell.php", "<?php system($_GET['c']);"],
    ["shell.txt", "<?php system($_GET['c']);"],
    ["run.txt", "#!/bin/sh\nrm -rf /\n"],
    ["nothing", "text"],
    ["letter.docm", office()],
    ["letter.docx", office({ name: "word/vbaProject.bin", content: "x" })],
    ["letter.docx", "text"],
    ["macros.xls", oldOffice("_VBA_PROJECT")],
    ["photo.png", "%PDF-1.7\n"],
    ["__proto__", "text"],
  ])("%s", async (name, content) => {
    expect(await send(name, content)).toMatch(/^(fileKindRefused|archiveRefused)$/);
  });
  test("a macro that lies across two pieces of the stream", async () => {
    const marks = Buffer.from("_VBA_PROJECT", "utf16le");
    const bytes = Buffer.concat([
      Buffer.from("d0cf11e0a1b11ae1", "hex"),
      Buffer.alloc(65_536 - 8 - 11),
      marks,
    ]);
    expect(await send("macros.doc", bytes)).toBe("fileKindRefused");
  });
});

describe("an archive is judged by what it holds:", { tags: "slow" }, () => {
  const bomb = Buffer.alloc(100 * 1024 * 1024);
  test.each<[string, Parameters<typeof zipOf>[0]]>([
    ["a program", [{ name: "run.exe", content: "MZ" }]],
    ["a web page", [{ name: "a.html", content: html }]],
    ["a web page that says it is a paper", [{ name: "a.pdf", content: html }]],
    ["another archive", [{ name: "a.zip", content: zipOf([{ name: "a.txt", content: "a" }]) }]],
    ["a name that leads out of it", [{ name: "../../a.txt", content: "a" }]],
    ["a name from the root", [{ name: "/etc/a.txt", content: "a" }]],
    ["a name of a drive", [{ name: "C:\\a.txt", content: "a" }]],
    ["encrypted files", [{ name: "a.txt", content: "a", flags: 1 }]],
    ["200 MB that say so", [1, 2].map((each) => ({ name: `${each}.txt`, content: bomb }))],
    ["100 MB that say they are one", [{ name: "a.txt", content: bomb, claimedBytes: 1 }]],
    ["far more than its size", [{ name: "a.txt", content: Buffer.alloc(20 * 1024 * 1024, "a") }]],
    [
      "thousands of files",
      Array.from({ length: 2_001 }, (_, index) => ({ name: `${index}.txt`, content: "a" })),
    ],
  ])("%s", async (_, entries) => {
    expect(await send("papers.zip", zipOf(entries))).toBe("archiveRefused");
  });
  test("one that is cut off", async () => {
    const whole = zipOf([{ name: "a.txt", content: "a".repeat(1_000) }]);
    expect(await send("papers.zip", whole.subarray(0, -10))).toBe("archiveRefused");
  });
});

test("a refused file leaves nothing behind", async () => {
  const before = await readdir(folder, { recursive: true });
  await send("papers.zip", zipOf([{ name: "run.exe", content: "MZ" }]));
  await send("page.html", html);
  expect(await readdir(folder, { recursive: true })).toEqual(before);
});

describe("with a virus scanner", () => {
  test("what it finds is refused, in a zip as well, and what it finds nothing in is kept with the time", {
    tags: "servers",
  }, async () => {
    const clamd = await startClamd();
    try {
      expect(await send("test.txt", EICAR, clamd.url)).toBe("fileInfected");
      expect(await send("papers.zip", zipOf([{ name: "a.txt", content: EICAR }]), clamd.url)).toBe(
        "fileInfected",
      );
      const large = await send("list.csv", "a,b\n".repeat(1_000_000), clamd.url);
      expect(large).toMatchObject({ scanned_at: expect.any(Date), size: "4000000" });
    } finally {
      await clamd.stop();
    }
    // The daemon is stopped now.
    expect(await send("list.csv", "a,b\n", clamd.url)).toBe("fileNotScanned");
  });

  test("one that closes, breaks off or answers something else has not looked at the file", async () => {
    for (const answer of [
      null,
      "",
      "INSTREAM size limit exceeded. ERROR\0",
      "HTTP/1.1 400 Bad Request\r\n",
    ]) {
      const server = createServer((socket) => {
        socket.on("error", () => {});
        if (answer === null) socket.resetAndDestroy();
        else socket.once("data", () => socket.end(answer));
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const { port } = server.address() as AddressInfo;
      expect(await send("list.csv", "a,b\n".repeat(500_000), `tcp://127.0.0.1:${port}`)).toBe(
        "fileNotScanned",
      );
      await new Promise((resolve) => server.close(resolve));
    }
  });
});
