import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { channelTypes, teamOfSubject, unreadCount } from "#app/contract/message.ts";
import { plainText, startTalk, type Talk } from "#tests/support/conversations.ts";
import { makeCompany, makePerson, makeRole, PASSWORD, type Person } from "#tests/support/people.ts";
import { type Browser, type Page, requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";

let provider: TestProvider;
let portal: TestPortal;
let company: string;
let person: Person;
let browser: Browser;
let token: string;
let begin: Talk["begin"];
let answer: Talk["answer"];
let messagesOf: Talk["messagesOf"];

beforeAll(async () => {
  provider = await startProvider({ isRateLimited: false });
  portal = await startPortal(provider);
  ({ company, person, browser, token, begin, answer, messagesOf } = await startTalk(provider, portal));
});
afterAll(() => provider?.stop());

const json = (page: Page) => JSON.parse(page.html);

type Chosen = [name: string, content: string | Uint8Array];

const pdf = `%PDF-1.4\n${"x".repeat(2_000)}\n%%EOF`;

describe("the form of a message", () => {
  /** The page's form with the fields that a browser without scripts posts. */
  async function composer(given: { id: string }) {
    const page = await browser.get(`/messageCenter/index?session=${given.id}&tab=shipment`);
    const form = /<form[^>]*action="([^"]*)"[^>]*encType="multipart\/form-data"[\s\S]*?<\/form>/i.exec(
      page.markup,
    );
    const unescaped = (text = "") => text.replaceAll("&amp;", "&").replaceAll("&quot;", '"');
    const hidden = [...(form?.[0] ?? "").matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)];
    return (text: string, chosen: readonly Chosen[], by: Browser = browser) => {
      const posted = new FormData();
      for (const [, name = "", value] of hidden) posted.set(name, unescaped(value));
      posted.set("text", text);
      for (const [name, content] of chosen) posted.append("file", new File([content as BlobPart], name));
      if (chosen.length === 0) posted.append("file", new File([], "", { type: "application/octet-stream" }));
      return by.postFiles(unescaped(form?.[1]), posted);
    };
  }

  test("sends text and files as one message, once, and they come back as they went, to be kept", async () => {
    const given = await begin();
    const send = await composer(given);
    for (let time = 0; time < 2; time += 1) {
      const sent = await send("Here they are", [
        ["packing list.pdf", pdf],
        ["说明.txt", "hello"],
      ]);
      expect(sent.status).toBe(302);
      expect(sent.headers.get("location")).toMatch(/session=\d+&tab=shipment&newest=1#end$/);
    }
    const stored = await messagesOf(given.channelId);
    expect(stored.map(({ text, contentUrl }) => [text, contentUrl.map(({ name }) => name)])).toEqual([
      ["Here they are", ["packing list.pdf", "说明.txt"]],
    ]);
    const page = await browser.get(`/messageCenter/index?session=${given.id}&tab=shipment`);
    const href =
      /href="(\/messageCenter\/attachment\/\d+)"[^>]*><bdi>packing list\.pdf/.exec(page.markup)?.[1] ?? "";
    expect(plainText(page)).toContain("2 KB");
    const file = await browser.get(href);
    expect(file.status).toBe(200);
    expect(file.html).toBe(pdf);
    expect(file.headers.get("content-disposition")).toMatch(/^attachment/);
    expect(file.headers.get("x-content-type-options")).toBe("nosniff");
    const stranger = await makePerson(provider.db, await makeCompany(provider.db));
    const other = await portal.signedIn(stranger.userName, PASSWORD);
    expect((await other.get(href)).location).toBe("/404");
  });

  test("says of each file whether it was scanned, on the page and in what the page's script asks for", async () => {
    const given = await begin();
    await (await composer(given))("", [["seen.txt", "a"]]);
    await (await composer(given))("", [["unseen.txt", "b"]]);
    await provider.db
      .updateTable("stored_file")
      .set({ scanned_at: new Date() })
      .where("channel_id", "=", given.channelId)
      .where("file_name", "=", "seen.txt")
      .execute();
    const address = `/messageCenter/index?session=${given.id}&tab=shipment`;
    const shown = plainText(await browser.get(address));
    expect(shown).toMatch(
      / seen\.txt 1 KB · scanned for viruses.* unseen\.txt 1 KB · not scanned for viruses/,
    );
    const updates = json(await browser.get(`/messageCenter/updates?channel=${given.channelId}&after=0`));
    expect(updates.messages.map((each: { files: object[] }) => each.files)).toMatchObject([
      [{ name: "seen.txt", about: "1 KB · scanned for viruses" }],
      [{ name: "unseen.txt", about: "1 KB · not scanned for viruses" }],
    ]);
    expect(plainText(await browser.get(address, { "accept-language": "zh-CN" }))).toMatch(
      / seen\.txt 1 KB · 已扫描病毒.* unseen\.txt 1 KB · 未扫描病毒/,
    );
  });

  test("sends a text alone, and files alone", async () => {
    const given = await begin();
    expect((await (await composer(given))("Text only", [])).status).toBe(302);
    expect((await (await composer(given))("", [["a.txt", "hello"]])).status).toBe(302);
    const stored = await messagesOf(given.channelId);
    expect(stored.map(({ text, contentUrl }) => [text, contentUrl.length])).toEqual([
      ["Text only", 0],
      ["", 1],
    ]);
  });

  test("refuses an empty message, and a text that is too long, keeping what was typed", async () => {
    const given = await begin();
    const send = await composer(given);
    expect(plainText(await send("  ", []))).toContain("Can't send empty information");
    const long = "long ".repeat(900);
    const page = await send(long, [["a.txt", "hello"]]);
    expect(page.status).toBe(400);
    expect(plainText(page)).toContain("should not exceed 4000");
    expect(page.markup).toContain(long.trim());
    expect(await messagesOf(given.channelId)).toEqual([]);
  });

  test("names refused files with the reason, and sends the others with the text", async () => {
    const given = await begin();
    const page = await (await composer(given))("One of two", [
      ["good.txt", "hello"],
      ["virus.exe", "MZ\u0000\u0001"],
    ]);
    expect(page.status).toBe(400);
    expect(plainText(page)).toContain("These files were not taken:");
    expect(plainText(page)).toContain("virus.exe");
    expect(plainText(page)).toContain("All else has been sent.");
    const stored = await messagesOf(given.channelId);
    expect(stored.map(({ text, contentUrl }) => [text, contentUrl.map(({ name }) => name)])).toEqual([
      ["One of two", ["good.txt"]],
    ]);
  });

  test("keeps the text where no file was taken", async () => {
    const given = await begin();
    const page = await (await composer(given))("About the file", [["virus.exe", "MZ\u0000\u0001"]]);
    expect([page.status, plainText(page).includes("All else has been sent.")]).toEqual([400, false]);
    expect(page.markup).toMatch(/<textarea[^>]*>About the file<\/textarea>/);
    expect(await messagesOf(given.channelId)).toEqual([]);
  });

  test("keeps the text of whoever's session has ended, for it to be sent again", async () => {
    const given = await begin();
    const send = await composer(given);
    const page = await send("Typed beside a file", [["a.txt", "hello"]], portal.visitor());
    expect(page.status).toBe(401);
    expect(page.markup).toContain('name="text" value="Typed beside a file"');
    expect(page.markup).toContain("What you entered is kept on this page.");
  });

  test("says how many files and how large before they are chosen", async () => {
    const given = await begin();
    const page = await browser.get(`/messageCenter/index?session=${given.id}&tab=shipment`);
    expect(plainText(page)).toContain("At most 20 files of 25 MB each");
  });

  test("leads to the list from an address that names no conversation", async () => {
    const form = new FormData();
    form.set("intent", "send");
    form.set("file", new File(["a"], "a.txt"));
    expect((await browser.postFiles("/messageCenter/index", form)).location).toBe("/messageCenter/index");
  });

  test("that cannot be parsed is refused with a message", async () => {
    for (const body of [
      "no form at all",
      `--x\r\ncontent-disposition: form-data; name="text"\r\n\r\n${"y".repeat(1_200_000)}`,
    ]) {
      const page = await browser.send("/messageCenter/index?session=1", {
        method: "POST",
        body,
        headers: {
          "content-type": "multipart/form-data; boundary=x",
          "content-length": String(body.length),
          origin: "http://portal.test",
        },
      });
      expect([400, 413]).toContain(page.status);
    }
  });
});

describe("an inquiry", () => {
  async function ask(fields: Record<string, string>): Promise<Page> {
    const form = await browser.open("/messageCenter/inquiry");
    return browser.post(form.path, {
      requestId: requestIdOf(form),
      topic: "shipment",
      ...fields,
    });
  }

  test("about an existing record leads to its conversation", async () => {
    const given = await begin();
    const page = await ask({ reference: given.houseNumber, text: "When will it arrive?" });
    expect(page.location).toBe(`/messageCenter/index?session=${given.id}&tab=shipment`);
    expect((await messagesOf(given.channelId)).map(({ text }) => text)).toEqual(["When will it arrive?"]);
  });

  test("without a reference begins a conversation with its subject", async () => {
    const page = await ask({ topic: "quote", subject: "Rates to Lima", text: "What would 40 boxes cost?" });
    expect(page.status).toBe(302);
    const there = await browser.get(page.location ?? "");
    expect(plainText(there)).toContain("Rates to Lima");
    expect(plainText(there)).toContain("What would 40 boxes cost?");
  });

  test("that is sent again from its address is told what it has asked, and begins another by choice only", async () => {
    const form = await browser.open("/messageCenter/inquiry");
    const send = (text: string, intent = "") =>
      browser.get(form.path).then((page) =>
        browser.post(form.path, {
          requestId: requestIdOf(page),
          topic: "shipment",
          subject: "Asked once",
          text,
          intent,
        }),
      );
    const first = await send("How long?");
    expect((await send("How long?")).location).toBe(first.location);
    const other = await send("How much?");
    expect(other.status).toBe(409);
    expect(plainText(other)).toMatch(/This form was sent already. It asked: How long\?/);
    expect(other.markup).toContain("How much?");
    const another = await send("How much?", "another");
    expect(another.status).toBe(302);
    expect(another.location).not.toBe(first.location);
  });

  test("is told at its fields what is wrong, and keeps what was typed", async () => {
    const unknown = await ask({ reference: "NO-SUCH-1", text: "Where is it?" });
    expect(unknown.status).toBe(400);
    expect(unknown.markup).toMatch(/<input[^>]*id="inquiry-reference"[^>]*aria-invalid="true"/);
    expect(unknown.markup).toContain('value="NO-SUCH-1"');
    expect(unknown.markup).toContain("Where is it?");
    const empty = await ask({ subject: "Kept", text: " " });
    expect(empty.status).toBe(400);
    expect(plainText(empty)).toContain("Can't send empty information");
    expect(empty.markup).toContain('value="Kept"');
    const nothing = await ask({ text: "About what?" });
    expect(plainText(nothing)).toContain("Give a reference or a subject");
    const long = await ask({ subject: "s".repeat(121), text: "t".repeat(4_001) });
    expect(plainText(long)).toContain("should not exceed 120 characters");
    expect(plainText(long)).toContain("should not exceed 4000 characters");
  });
});

describe("teams", () => {
  test("are listed with a link for each channel, and searched by number", async () => {
    const [one, other] = [await begin(), await begin()];
    await answer(one.channelId, "hello");
    const page = await browser.get(`/messageCenter/teams?keyword=${one.houseNumber}`);
    expect(page.markup).toContain(`href="/messageCenter/index?session=${one.id}&amp;tab=shipment#unread"`);
    expect(page.markup).toContain(`session=${one.id}&amp;tab=billing`);
    expect(plainText(page)).toContain("1 unread");
    expect(plainText(page)).not.toContain(other.houseNumber);
    expect(plainText(await browser.get("/messageCenter/teams?keyword=NO-SUCH"))).toContain("No team fits");
    const beyond = await browser.get(`/messageCenter/teams?keyword=${one.houseNumber}&page=9999`);
    expect(plainText(beyond)).toContain("The list ends with page 1.");
    expect(beyond.markup).toMatch(/href="\/messageCenter\/teams\?[^"]*page=1"[^>]*>Go to page 1</);
    await browser.post("/language", { language: "zh", requestId: "teams-zh" });
    const chinese = await browser.get(`/messageCenter/teams?keyword=${one.houseNumber}&page=9999`);
    await browser.post("/language", { language: "en", requestId: "teams-en" });
    expect(plainText(chinese)).toContain("列表到第 1 页为止。");
  });
});

describe("the page of a subject", () => {
  test("has a button that leads to its conversation, and makes it the first time only", async () => {
    const houseNumber = "FLDSUBJECT1";
    const { id } = await makeShipment(provider.db, company, { house_number: houseNumber });
    const subject = { a: channelTypes.shipment, b: id };
    expect((await provider.call(teamOfSubject, subject, { token })).data).toBeNull();
    const page = await browser.get(`/shipments/detail/${id}`);
    expect(page.markup).toContain('action="/messageCenter/open"');
    const fields = { requestId: requestIdOf(page), type: "1", subjectId: id };
    const first = await browser.post("/messageCenter/open", fields);
    expect(first.location).toMatch(/^\/messageCenter\/index\?session=\d+&tab=shipment$/);
    const again = requestIdOf(await browser.get(`/shipments/detail/${id}`));
    const second = await browser.post("/messageCenter/open", { ...fields, requestId: again });
    expect(second.location).toBe(first.location);
    expect((await browser.get(`/messageCenter/open?type=1&subjectId=${id}`)).location).toBe(first.location);
    expect(plainText(await browser.get(first.location ?? ""))).toContain(`H# ${houseNumber}`);
  });

  test("of another company makes nothing", async () => {
    const { id } = await makeShipment(provider.db, await makeCompany(provider.db), {
      house_number: "FLDFOREIGN1",
    });
    const requestId = requestIdOf(await browser.get("/messageCenter/index"));
    const page = await browser.post("/messageCenter/open", { requestId, type: "1", subjectId: id });
    expect(["/404", "/messageCenter/index"]).toContain(page.location);
    expect(
      (await browser.post("/messageCenter/open", { type: "9", subjectId: "x", requestId })).location,
    ).toBe("/messageCenter/index");
  });
});

describe("the frame of new messages", () => {
  test("shows messages after a number, reloads itself, and marks them as read on request", async () => {
    const given = await begin();
    await answer(given.channelId, "old");
    await answer(given.channelId, "new");
    const path = `/messageCenter/newer?channel=${given.channelId}&after=1`;
    const before = (await provider.call(unreadCount, {}, { token })).data;
    const page = await browser.get(path, { "sec-fetch-dest": "iframe" });
    expect(page.headers.get("refresh")).toBe("15");
    const paused = await browser.get(`${path}&pause=1`);
    expect(paused.headers.get("refresh")).toBeNull();
    expect(paused.markup).toContain(`href="${path.replace("&", "&amp;")}"`);
    expect(plainText(page)).toContain("new");
    expect(plainText(page)).not.toContain("old");
    expect((await provider.call(unreadCount, {}, { token })).data).toBe(before);
    const fields = { requestId: requestIdOf(page), sequence: "2" };
    expect((await browser.post(path, fields)).location).toBe(path);
    expect((await provider.call(unreadCount, {}, { token })).data).toBe(before - 2);
    expect(plainText(await browser.get(`/messageCenter/newer?channel=${given.channelId}&after=2`))).toContain(
      "Nothing new",
    );
    expect((await browser.get("/messageCenter/newer?channel=x")).status).toBe(200);
  });
});

describe("what the page's script asks", () => {
  test("are the messages after a number or before one, with the counts", async () => {
    const given = await begin();
    for (const text of ["one", "two", "three"]) await answer(given.channelId, text);
    const after = json(await browser.get(`/messageCenter/updates?channel=${given.channelId}&after=1`));
    expect(after.messages.map((each: { sequence: number }) => each.sequence)).toEqual([2, 3]);
    expect(after.messages[0]).toMatchObject({
      sender: "Dana Desk",
      isOwn: false,
      isForwarder: true,
      time: { text: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) },
      pieces: ["two"],
      files: [],
    });
    expect(after).toMatchObject({ total: 3, unread: { channel: 3 } });
    const older = json(await browser.get(`/messageCenter/updates?channel=${given.channelId}&before=3`));
    expect(older.messages.map((each: { sequence: number }) => each.sequence)).toEqual([1, 2]);
    const counts = json(await browser.get("/messageCenter/updates"));
    expect(counts).toMatchObject({ messages: [], unread: { channel: 0 } });
    expect(counts.unread.all).toBeGreaterThanOrEqual(3);
    expect((await browser.get("/messageCenter/updates?channel=x")).status).toBe(400);
  });

  test("is to send a message once, and to read as far as it was seen", async () => {
    const given = await begin();
    const requestId = "a-script-made-this-name";
    const fields = { channelId: given.channelId, text: "from a script", requestId };
    const sent = json(await browser.post("/messageCenter/message", fields));
    expect(sent.sent).toMatchObject({
      sequence: 1,
      clientId: requestId,
      isOwn: true,
      pieces: ["from a script"],
    });
    expect(json(await browser.post("/messageCenter/message", fields)).sent.sequence).toBe(1);
    expect(await messagesOf(given.channelId)).toHaveLength(1);
    await answer(given.channelId, "two");
    await answer(given.channelId, "three");
    const read = { channelId: given.channelId, sequence: "2", requestId: "a-script-has-read-this" };
    expect((await browser.post("/messageCenter/read", read)).status).toBe(200);
    const left = json(await browser.get(`/messageCenter/updates?channel=${given.channelId}&after=3`));
    expect(left.unread.channel).toBe(1);
  });

  test("is refused in words of the person's language", async () => {
    const given = await begin();
    const empty = await browser.post("/messageCenter/message", { channelId: given.channelId, text: " " });
    expect([empty.status, json(empty)]).toEqual([400, { fault: "Can't send empty information" }]);
    const long = { channelId: given.channelId, text: "x".repeat(4_001) };
    expect((await browser.post("/messageCenter/message", long)).status).toBe(400);
    expect((await browser.post("/messageCenter/message", { channelId: "x", text: "a" })).status).toBe(400);
    const forged = { origin: "https://evil.example" };
    const fields = { channelId: given.channelId, text: "forged" };
    expect((await browser.post("/messageCenter/message", fields, forged)).status).toBe(403);
    expect(await messagesOf(given.channelId)).toEqual([]);
  });

  test("is the way to the socket, each time with another ticket and never the token", async () => {
    const first = json(await browser.post("/messageCenter/ticket", {}));
    const port = new URL(provider.apiUrl).port;
    expect(first).toEqual({
      url: `ws://portal.test:${port}/ws`,
      account: person.userName,
      userId: person.id,
      ticket: expect.stringMatching(/^\S{16,}$/),
    });
    const second = json(await browser.post("/messageCenter/ticket", {}));
    expect(second.ticket).not.toBe(first.ticket);
    const without = await startPortal(provider, {
      REALTIME_TICKETS: "off",
      REALTIME_URL: "wss://rt.example/ws",
    });
    const there = await without.signedIn(person.userName, PASSWORD);
    expect(json(await there.post("/messageCenter/ticket", {}))).toMatchObject({
      url: "wss://rt.example/ws",
      ticket: null,
    });
  });

  test("is the way to the socket for who sees shipments only, where the provider has tickets", {
    tags: "slow",
  }, async () => {
    const viewer = await makePerson(provider.db, company, { role: "viewer" });
    const theirs = await portal.signedIn(viewer.userName, PASSWORD);
    expect(json(await theirs.post("/messageCenter/ticket", {}))).toMatchObject({
      userId: viewer.id,
      ticket: expect.stringMatching(/^\S{16,}$/),
    });
    expect((await theirs.get("/messageCenter/updates")).status).toBe(403);
    const without = await startPortal(provider, { REALTIME_TICKETS: "off" });
    const there = await without.signedIn(viewer.userName, PASSWORD);
    expect((await there.post("/messageCenter/ticket", {})).status).toBe(403);
    const role_id = await makeRole(provider.db, ["DASHBOARD", "ACCOUNT"]);
    const nobody = await makePerson(provider.db, company, { role_id });
    const other = await portal.signedIn(nobody.userName, PASSWORD);
    expect((await other.post("/messageCenter/ticket", {})).status).toBe(403);
  });

  test("is answered with 401 when the session has ended, also one that the provider has ended", async () => {
    const visitor = portal.visitor();
    for (const path of ["/messageCenter/updates", "/messageCenter/ticket"])
      expect((await visitor.get(path)).status).toBe(401);
    for (const path of ["/messageCenter/message", "/messageCenter/read", "/messageCenter/ticket"])
      expect((await visitor.post(path, { channelId: "1" })).status).toBe(401);
    const leaver = await makePerson(provider.db, company);
    const theirs = await portal.signedIn(leaver.userName, PASSWORD);
    expect((await theirs.get("/messageCenter/updates")).status).toBe(200);
    await provider.db.deleteFrom("auth_token").where("user_id", "=", leaver.id).execute();
    expect((await theirs.get("/messageCenter/updates")).status).toBe(401);
  });
});
