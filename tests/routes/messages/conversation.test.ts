import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { unreadCount } from "#app/contract/message.ts";
import { sessionDetail } from "#app/contract/message-session.ts";
import { type Conversation, plainText, startTalk, type Talk } from "#tests/support/conversations.ts";
import { makeCompany, makePerson, PASSWORD } from "#tests/support/people.ts";
import { type Browser, type Page, requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
let portal: TestPortal;
let company: string;
let browser: Browser;
let token: string;
let begin: Talk["begin"];
let answer: Talk["answer"];
let say: Talk["say"];
let messagesOf: Talk["messagesOf"];

beforeAll(async () => {
  provider = await startProvider({ isRateLimited: false });
  portal = await startPortal(provider);
  ({ company, browser, token, begin, answer, say, messagesOf } = await startTalk(provider, portal));
});
afterAll(() => provider?.stop());

const unreadNow = async () => (await provider.call(unreadCount, {}, { token })).data;
const pathOf = ({ id }: { id: string }, more = "") =>
  `/messageCenter/index?session=${id}&tab=shipment${more}`;
/** The texts of the messages in order. */
const texts = ({ markup }: Page) =>
  [...markup.matchAll(/<p dir="auto" class="whitespace-pre-line[^"]*">([\s\S]*?)<\/p>/g)].map(
    ([, text = ""]) => text.replace(/<[^>]+>/g, ""),
  );
async function send(given: Conversation, text: string, requestId?: string): Promise<Page> {
  const page = await browser.get(pathOf(given));
  return browser.post(pathOf(given), {
    intent: "send",
    requestId: requestId ?? requestIdOf(page),
    channelId: given.channelId,
    text,
  });
}

test("shows the picture of who wrote beside what others have said, and none beside one's own", {
  tags: "slow",
}, async () => {
  const given = await begin();
  await answer(given.channelId, "At the terminal");
  await send(given, "Thank you");
  const people = await provider.db
    .selectFrom("message")
    .select("sender_id")
    .distinct()
    .where("channel_id", "=", given.channelId)
    .execute();
  for (const { sender_id } of people) {
    const row = { content: Buffer.from("drawn"), version: "v1", stored_at: new Date() };
    await provider.db
      .insertInto("person_picture")
      .values({ user_id: sender_id!, ...row })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
      .execute();
  }
  const { markup } = await browser.get(pathOf(given));
  const rows = [...markup.matchAll(/<li id="[^"]*" class="said[\s\S]*?<\/li>/g)].map(([row]) => row);
  const others = rows.filter((row) => row.includes("At the terminal"));
  expect(others).toHaveLength(1);
  const [, address = ""] = /<img src="([^"]+)" alt=""/.exec(others[0]!) ?? [];
  expect(address).toMatch(/^\/picture\/\d+\/v1$/);
  expect(rows.find((row) => row.includes("Thank you"))).not.toContain("<img");
  expect((await browser.get(address)).status).toBe(200);
});

describe("the list", () => {
  test("shows each conversation by its number, with sender, excerpt and what is unread", async () => {
    const given = await begin();
    await answer(given.channelId, "Your box\nis at the /::(ship)/ terminal");
    const page = await browser.get("/messageCenter/index");
    expect(page.status).toBe(200);
    expect(plainText(page)).toContain(`H# ${given.houseNumber}`);
    expect(plainText(page)).toContain("Dana Desk: Your box is at the 🚢 terminal");
    expect(plainText(page)).toContain("1 unread");
  });

  test("is searched by number, and shows the unread alone when asked to", async () => {
    const [read, unread] = [await begin(), await begin()];
    await say(read.channelId, "seen");
    await answer(unread.channelId, "not seen");
    const found = await browser.get(`/messageCenter/index?keyword=${read.houseNumber}`);
    expect(plainText(found)).toContain(read.houseNumber);
    expect(plainText(found)).not.toContain(unread.houseNumber);
    const alone = await browser.get("/messageCenter/index?unread=1");
    expect(plainText(alone)).toContain(unread.houseNumber);
    expect(plainText(alone)).not.toContain(read.houseNumber);
    const none = await browser.get("/messageCenter/index?keyword=NO-SUCH-NUMBER");
    expect(plainText(none)).toContain("Nothing fits.");
  });

  test("uses the default for every invalid value in its address", async () => {
    const query = "shown=9999999&before=x&at=-1&tab=zzz&unread=yes&keyword=%00";
    expect((await browser.get(`/messageCenter/index?${query}`)).status).toBe(200);
  });
});

describe("a conversation", () => {
  test("shows messages in their order, with days, links that are safe, and emoji", async () => {
    const given = await begin();
    await answer(given.channelId, "<b>Bold</b> https://example.com/a javascript:alert(1) /::(smile)/");
    const page = await browser.get(pathOf(given));
    expect(page.markup).toContain("&lt;b&gt;Bold&lt;/b&gt;");
    expect(page.markup).toMatch(
      /<a href="https:\/\/example\.com\/a" target="_blank" rel="noopener noreferrer nofollow"/,
    );
    expect(page.markup).not.toMatch(/href="javascript/);
    expect(page.markup).toMatch(/<span role="img" aria-label="smile">😊<\/span>/);
    expect(plainText(page)).toContain("Dana Desk");
    const days = page.markup.match(/<h3 class="day[^>]*>\w{3} \d{1,2} \w{3}( \d{4})?<\/h3>/g);
    expect(days).toHaveLength(1);
    expect(page.markup.indexOf(days?.[0] ?? "")).toBeLessThan(page.markup.lastIndexOf("&lt;b&gt;Bold"));
  });

  test("is read when a person opens it, and not when a browser fetches ahead", async () => {
    const given = await begin();
    await answer(given.channelId, "Please read this");
    const before = await unreadNow();
    await browser.get(pathOf(given), { "sec-purpose": "prefetch", "sec-fetch-dest": "document" });
    await browser.get(pathOf(given), { "sec-fetch-dest": "empty" });
    expect(await unreadNow()).toBe(before);
    const page = await browser.get(pathOf(given), { "sec-fetch-dest": "document" });
    expect(await unreadNow()).toBe(before - 1);
    // Header, title and list show the remaining count, not the earlier one.
    expect(page.html).toContain(
      before > 1 ? `<title>(${before - 1}) Message center` : "<title>Message center",
    );
  });

  test("opens the tab that is flagged unless the address names one, and a negative index closes it", async () => {
    const given = await begin();
    const detail = async () => (await provider.call(sessionDetail, { id: given.id }, { token })).data;
    const { billing } = await detail();
    if (!billing) throw new Error("The shipment has no billing channel");
    const open = (page: Page) =>
      /aria-current="page"[^>]*>(\w+)/.exec(page.markup.split('aria-label="Topics"')[1] ?? "")?.[1];
    const unnamed = `/messageCenter/index?session=${given.id}`;
    for (const channelId of [given.channelId, billing.channelId]) {
      await say(channelId, "The last word");
      const said = await detail();
      const flagged = (["shipment", "billing", "booking", "quote"] as const).findLast(
        (topic) => said[topic]?.checked === 1,
      );
      expect(open(await browser.get(unnamed))?.toLowerCase()).toBe(flagged);
    }
    expect(open(await browser.get(pathOf(given)))).toBe("Shipment");
    expect(open(await browser.get(`${unnamed}&tab=billing`))).toBe("Billing");
    const closed = await browser.get(`/messageCenter/index?session=${given.id}&tab=-1`);
    expect(closed.markup).not.toContain('name="text"');
  });

  test("brings older messages by a link, each once", async () => {
    const given = await begin();
    for (let number = 1; number <= 35; number += 1) await say(given.channelId, `Number ${number}.`);
    const newest = await browser.get(pathOf(given));
    expect(texts(newest)).toHaveLength(30);
    expect(texts(newest).at(-1)).toBe("Number 35.");
    const link = /<a [^>]*href="([^"]*before=[^"]*)"/.exec(newest.markup)?.[1]?.replaceAll("&amp;", "&");
    const older = await browser.get(link?.split("#")[0] ?? "");
    expect(texts(older)).toEqual([1, 2, 3, 4, 5].map((number) => `Number ${number}.`));
    expect(plainText(older)).toContain("Newest messages");
  });

  test("shows all that is unread below a divider, and is read as far as it is shown", {
    tags: "slow",
  }, async () => {
    const given = await begin();
    for (let number = 1; number <= 10; number += 1) await say(given.channelId, `Old ${number}.`);
    for (let number = 1; number <= 60; number += 1) await answer(given.channelId, `New ${number}.`);
    const list = await browser.get("/messageCenter/index");
    expect(list.markup).toMatch(new RegExp(`session=${given.id}#unread"`));
    const before = await unreadNow();
    const page = await browser.get(pathOf(given));
    expect(page.markup).toMatch(/id="m10".*<li id="unread"[^>]*>New messages<\/li>.*id="m11"/s);
    expect(texts(page).slice(4, 6)).toEqual(["Old 10.", "New 1."]);
    expect(texts(page).at(-1)).toBe("New 60.");
    expect(await unreadNow()).toBe(before - 60);
    // Nothing is unread any more: the newest messages, and the list's link leads to their end.
    const again = await browser.get(pathOf(given));
    expect(texts(again)).toHaveLength(30);
    expect(again.markup).not.toContain("New messages</li>");
    expect(again.markup).toMatch(/id="end".*id="unread"/);
  });

  test("with more unread than a page holds is read page by page, and the rest stays unread", {
    tags: "slow",
  }, async () => {
    const given = await begin();
    for (let number = 1; number <= 150; number += 1) await answer(given.channelId, `New ${number}.`);
    const before = await unreadNow();
    const page = await browser.get(pathOf(given));
    expect([texts(page)[0], texts(page).at(-1)]).toEqual(["New 1.", "New 100."]);
    expect(await unreadNow()).toBe(before - 100);
    expect(plainText(page)).toMatch(/Shipment 50 unread/);

    const newest = await browser.get(pathOf(given, "&newest=1"));
    expect([texts(newest)[0], texts(newest).at(-1)]).toEqual(["New 121.", "New 150."]);
    expect(plainText(newest)).toContain("Unread messages above: 20");
    expect(await unreadNow()).toBe(before - 100);
    expect(newest.markup).toMatch(/name="intent" value="read"/);

    const newer = /<a [^>]*href="([^"]*)"[^>]*>Newer messages/
      .exec(page.markup)?.[1]
      ?.replaceAll("&amp;", "&");
    expect(newer).toMatch(/before=131#m101$/);
    expect(texts(await browser.get(newer?.split("#")[0] ?? ""))).toHaveLength(30);
    expect(await unreadNow()).toBe(before - 130);
    const rest = await browser.get(pathOf(given));
    expect(rest.markup).toMatch(/<li id="unread".*id="m131"/s);
    expect(await unreadNow()).toBe(before - 150);
  });

  test("of another company is not there", async () => {
    const stranger = await makePerson(provider.db, await makeCompany(provider.db));
    const other = await portal.signedIn(stranger.userName, PASSWORD);
    const given = await begin();
    await answer(given.channelId, "For your eyes only");
    const page = await other.get(pathOf(given));
    expect(page.status === 404 || page.location === "/404").toBe(true);
    expect(page.html).not.toContain("For your eyes only");
    expect(page.html).not.toContain(given.houseNumber);
  });
});

describe("sending", () => {
  test("stores the message once, however often the form is sent, and leads to the end", async () => {
    const given = await begin();
    const first = await send(given, "Where is my box? /::(smile)/\r\nThanks ");
    expect(first.status).toBe(302);
    expect(first.headers.get("location")).toMatch(/&newest=1#end$/);
    const id = requestIdOf(await browser.get(pathOf(given)));
    await send(given, "Twice", id);
    await send(given, "Twice", id);
    const stored = await messagesOf(given.channelId);
    expect(stored.map(({ text }) => text)).toEqual(["Where is my box? /::(smile)/\nThanks", "Twice"]);
    expect(stored.map(({ sequence }) => sequence)).toEqual([1, 2]);
  });

  test("refuses what is empty, at the field", async () => {
    const given = await begin();
    for (const text of ["", "  \r\n "]) {
      const page = await send(given, text);
      expect(page.status).toBe(400);
      expect(plainText(page)).toContain("Can't send empty information");
      expect(page.markup).toMatch(/<textarea[^>]*aria-describedby="message-fault"/);
    }
    expect(await messagesOf(given.channelId)).toEqual([]);
  });

  test("keeps what is too long, and says how long it may be", async () => {
    const given = await begin();
    const text = `${"long ".repeat(801)}end`;
    const page = await send(given, text);
    expect(page.status).toBe(400);
    expect(plainText(page)).toContain("should not exceed 4000 characters");
    expect(page.markup).toContain(text);
    expect(await messagesOf(given.channelId)).toEqual([]);
  });

  test("from another site is refused", async () => {
    const given = await begin();
    const fields = { intent: "send", channelId: given.channelId, text: "forged" };
    const page = await browser.post(pathOf(given), fields, { origin: "https://evil.example" });
    expect([400, 403]).toContain(page.status);
    expect(await messagesOf(given.channelId)).toEqual([]);
  });
});

describe("marking", () => {
  test("one channel, or all of them, by a form", async () => {
    const [one, two] = [await begin(), await begin()];
    await answer(one.channelId, "one");
    await answer(two.channelId, "two");
    const before = await unreadNow();
    const page = await browser.get("/messageCenter/index");
    const requestId = requestIdOf(page);
    const read = await browser.post(pathOf(one), { intent: "read", channelId: one.channelId, requestId });
    expect(read.status).toBe(302);
    expect(await unreadNow()).toBe(before - 1);
    const again = requestIdOf(await browser.get("/messageCenter/index"));
    await browser.post("/messageCenter/index", { intent: "allRead", requestId: again });
    expect(await unreadNow()).toBe(0);
    const after = await browser.get("/messageCenter/index");
    expect(after.html).toContain("<title>Message center");
    expect(plainText(after)).not.toContain("unread ");
  });
});

describe("the search of messages", () => {
  test("finds words anywhere in a text, and leads to the message in its channel", async () => {
    const given = await begin();
    for (let number = 1; number <= 40; number += 1)
      await say(given.channelId, number === 3 ? "The seal is zebra-striped." : `Filler ${number}`);
    const found = await browser.get("/messageCenter/index?find=ZEBRA-str");
    expect(plainText(found)).toContain("Messages found: 1");
    const href = /<a [^>]*href="([^"]*at=3[^"]*)"/.exec(found.markup)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(href).toMatch(/#m3$/);
    const there = await browser.get(href.split("#")[0] ?? "");
    expect(there.markup).toContain('id="m3"');
    expect(texts(there)).toContain("The seal is zebra-striped.");
    expect(texts(there)).not.toContain("Filler 40");
    expect(plainText(await browser.get("/messageCenter/index?find=nothing-like-this"))).toContain(
      "Nothing fits.",
    );
  });

  test("finds conversations by number as shown, by title and by person, and says why", async () => {
    const given = await begin();
    await answer(given.channelId, "Nothing of it here");
    const find = async (words: string) =>
      plainText(await browser.get(`/messageCenter/index?find=${encodeURIComponent(words)}`));
    for (const words of [`H# ${given.houseNumber}`, `h#${given.houseNumber}`, given.houseNumber]) {
      expect(await find(words)).toContain("Conversations found: 1");
      expect(await find(words)).toContain(`H# ${given.houseNumber} 1 unread Found in the title`);
    }
    expect(await find("dana DESK")).toContain("Found by a person: Dana Desk");
    expect(await find("Nothing of it")).toContain("Messages found: 1");
    expect(await find("Nothing of it")).not.toContain("Conversations found");
  });
});

describe("the header", () => {
  test("counts what is unread on every page, in badge and title, up to 99", { tags: "slow" }, async () => {
    const given = await begin();
    const other = await makePerson(provider.db, company);
    const theirs = await portal.signedIn(other.userName, PASSWORD);
    await browser.post("/messageCenter/index", {
      intent: "allRead",
      requestId: requestIdOf(await browser.get("/account/index")),
    });
    expect((await browser.get("/account/index")).html).toMatch(/<title>[^(]/);
    await answer(given.channelId, "one");
    // A page waits 1.5 s for the count and then goes without: on a busy machine it is asked for again.
    const counted = (title: RegExp) =>
      vi.waitFor(
        async () => {
          const page = await browser.get("/account/index");
          expect(page.html).toMatch(title);
          return page;
        },
        { timeout: 30_000 },
      );
    expect((await counted(/<title>\(1\) /)).markup).toMatch(
      /href="\/messageCenter\/index"[^>]*>.*?Message center.*?>1<span class="sr-only"> unread/s,
    );
    for (let number = 0; number < 100; number += 1) await answer(given.channelId, `more ${number}`);
    await counted(/<title>\(99\+\) /);
    expect((await theirs.get("/account/index")).status).toBe(200);
  });
});
