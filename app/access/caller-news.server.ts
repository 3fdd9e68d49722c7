import { setImmediate as nextTurn } from "node:timers/promises";
import {
  CALLER_TAG_HEADER,
  UNREAD_MESSAGES_HEADER,
  UNREAD_NEWS_HEADER,
  WAITING_HEADER,
  type Waiting,
  waitingMenus,
} from "#app/contract/caller-news.ts";
import { getUser, type PortalUser } from "#app/contract/user.ts";
import { tellWork } from "#app/lib/observed.ts";
import { Recent } from "#app/lib/recent.ts";
import type { AnswerHeaders, UpstreamCaller } from "#app/upstream/request.ts";

/** What the provider's answer to `getUser` was, and the tag that it had. */
interface KeptUser {
  user: PortalUser;
  tag: string;
}

/** Unread things of the person; null: not told. */
interface Counts {
  messages: number | null;
  news: number | null;
}

/** A user is loaded anew for so long after a page was found to be made for an older one, so that no page goes round. */
const DISTRUST_MS = 5_000;
const KEPT_MOST = 2_000;
const users = new Recent<KeptUser | { distrustedUntil: number }>(KEPT_MOST);
/** For a page that shows its header before any answer tells what waits. */
const waitings = new Recent<Waiting>(KEPT_MOST);

/** Whether the provider has ever told news; one that tells none is asked by calls, and at once. */
let isTold = false;

/**
 * The news of one request for a page (`contract/caller-news.ts`). The user of an earlier page is used again, and the
 * page is sent only if an answer to this request says that the user is still the same: no right outlives its end, over
 * any number of processes.
 */
export class CallerNews {
  readonly #name: string;
  readonly #tags = new Map<string, string>();
  readonly #answers: Promise<Counts | null>[] = [];
  #isAsked = false;
  #used: KeptUser | null = null;
  /** No answer had told counts when the page asked, so that it shows the number of unread news that was kept. */
  #isCountKept = false;

  constructor(token: string, language: string) {
    this.#name = `${language} ${token}`;
  }

  /** For one of the request's calls: only one is asked at a time, because the news cost the provider queries. */
  forCall(): UpstreamCaller["news"] {
    return this.#isAsked ? undefined : this;
  }

  hear(call: string, headers: Promise<AnswerHeaders | null>): void {
    this.#isAsked = true;
    this.#answers.push(headers.then((answerHeaders) => this.#read(call, answerHeaders)));
  }

  #read(call: string, headers: AnswerHeaders | null): Counts | null {
    const tag = headers?.get(CALLER_TAG_HEADER) ?? null;
    if (headers === null || tag === null) {
      this.#isAsked = false;
      return null;
    }
    isTold = true;
    this.#tags.set(call, tag);
    const waiting = headers.get(WAITING_HEADER);
    if (waiting !== null) waitings.set(this.#name, waitingIn(waiting));
    return {
      messages: countIn(headers.get(UNREAD_MESSAGES_HEADER)),
      news: countIn(headers.get(UNREAD_NEWS_HEADER)),
    };
  }

  /**
   * The counts of this moment; null when no answer tells them. It waits for calls that begin in this turn of the event
   * loop, as those of the page's loader do beside its frame's.
   */
  async counts(): Promise<Counts | null> {
    if (!isTold) return null;
    await nextTurn();
    const counts = await this.#toldCounts();
    this.#isCountKept = counts === null;
    return counts;
  }

  /** What waits for the person by menu, as the last answer told it; nothing where none did. Read after `counts`. */
  get waiting(): Waiting {
    return waitings.get(this.#name) ?? {};
  }

  async #toldCounts(): Promise<Counts | null> {
    for (const answer of this.#answers) {
      const counts = await answer;
      if (counts) return counts;
    }
    return null;
  }

  /** The user of an earlier page; from then on `isOutdated` has to be asked before the page is sent. */
  takeUser(): PortalUser | null {
    const cached = users.get(this.#name);
    const isKept = cached !== undefined && "user" in cached;
    tellWork("person", { outcome: isKept ? "kept" : "asked" });
    if (!isKept) return null;
    this.#used = cached;
    return cached.user;
  }

  /** Keeps the answer to this request's `getUser` for later pages. */
  keepUser(user: PortalUser): void {
    const tag = this.#tags.get(getUser.name);
    const cached = users.get(this.#name);
    if (tag === undefined || (cached && "distrustedUntil" in cached && cached.distrustedUntil > Date.now()))
      return;
    users.set(this.#name, { user, tag });
  }

  /**
   * Whether the page was made for a user who is another by now. `askUser` reads `getUser` with these news, for a page
   * that made no call; where that fails, the page is not to be sent either.
   */
  async isOutdated(askUser: () => Promise<unknown>): Promise<boolean> {
    const used = this.#used;
    if (!used) return false;
    if (!(await this.#toldCounts())) await askUser().catch(() => null);
    const counts = await this.#toldCounts();
    const news = counts?.news ?? used.user.unreadNews;
    const isCountSame = !this.#isCountKept || news === used.user.unreadNews;
    if (counts && isCountSame && [...this.#tags.values()].every((tag) => tag === used.tag)) return false;
    users.set(this.#name, { distrustedUntil: Date.now() + DISTRUST_MS });
    tellWork("person", { outcome: "outdated" });
    return true;
  }
}

function waitingIn(header: string): Waiting {
  const parts = header.split(",").map((part) => part.trim());
  return Object.fromEntries(
    waitingMenus.flatMap((menu) => {
      const part = parts.find((each) => each.startsWith(`${menu}=`)) ?? "";
      const count = countIn(part.slice(menu.length + 1));
      return count ? [[menu, count]] : [];
    }),
  );
}

function countIn(header: string | null): number | null {
  return header !== null && /^\d{1,9}$/.test(header) ? Number(header) : null;
}
