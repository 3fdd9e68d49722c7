import { expect, test } from "vitest";
import { CallerNews } from "#app/access/caller-news.server.ts";
import {
  CALLER_TAG_HEADER,
  UNREAD_MESSAGES_HEADER,
  UNREAD_NEWS_HEADER,
  WAITING_HEADER,
} from "#app/contract/caller-news.ts";
import { getUser, type PortalUser } from "#app/contract/user.ts";
import { freshId } from "#app/lib/fresh-id.ts";

const user = (unreadNews: number) => ({ name: "Pat Example", unreadNews }) as PortalUser;
const told = (news: number, tag = "a tag") =>
  Promise.resolve(
    new Headers({
      [CALLER_TAG_HEADER]: tag,
      [UNREAD_MESSAGES_HEADER]: "0",
      [UNREAD_NEWS_HEADER]: String(news),
    }),
  );
const noCall = () => Promise.reject(new Error("the page made a call of its own"));

/** A person whose user an earlier page has kept, with so many unread news. */
async function personWith(unreadNews: number): Promise<string> {
  const token = freshId();
  const first = new CallerNews(token, "en");
  first.hear(getUser.name, told(unreadNews));
  await first.counts();
  first.keepUser(user(unreadNews));
  return token;
}

test("a page that showed the kept number goes round when its late call tells another", async () => {
  const news = new CallerNews(await personWith(0), "en");
  expect(news.takeUser()?.unreadNews).toBe(0);
  expect(await news.counts()).toBeNull();
  news.hear("late", told(3));
  expect(await news.isOutdated(noCall)).toBe(true);
});

test("it is sent when the late call tells the same number", async () => {
  const news = new CallerNews(await personWith(3), "en");
  news.takeUser();
  await news.counts();
  news.hear("late", told(3));
  expect(await news.isOutdated(noCall)).toBe(false);
});

test("a page that showed the number of its own call is sent, whatever was kept", async () => {
  const news = new CallerNews(await personWith(0), "en");
  news.takeUser();
  news.hear("in time", told(3));
  expect(await news.counts()).toEqual({ messages: 0, news: 3 });
  expect(await news.isOutdated(noCall)).toBe(false);
});

test("what waits is what the last answer told, of the menus that are known", async () => {
  const token = freshId();
  const news = () => new CallerNews(token, "en");
  expect(news().waiting).toEqual({});
  const tell = async (waiting: string) => {
    const headers = await told(0);
    headers.set(WAITING_HEADER, waiting);
    const asked = news();
    asked.hear("a call", Promise.resolve(headers));
    await asked.counts();
  };
  await tell("SHIPMENTS=3, QUOTES=x,OTHER=4, BILLING=0");
  expect(news().waiting).toEqual({ SHIPMENTS: 3 });
  await tell("");
  expect(news().waiting).toEqual({});
});

test("after a page that was outdated, the user is loaded anew", async () => {
  const token = await personWith(0);
  const news = new CallerNews(token, "en");
  news.takeUser();
  news.hear("a call", told(0, "another tag"));
  expect(await news.isOutdated(noCall)).toBe(true);
  expect(new CallerNews(token, "en").takeUser()).toBeNull();
});
