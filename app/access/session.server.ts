import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { type Session as CookieSession, createCookie, createSession } from "react-router";
import { env } from "#app/config/env.server.ts";
import { type MenuName, menuUrls } from "#app/contract/access.ts";
import type { MenuItem } from "#app/contract/auth.ts";
import type { Language } from "#app/contract/user.ts";
import type { Flash } from "./flash.ts";
import { sealer } from "./sealed-cookie.server.ts";

/** What this browser is about to do at the identity provider of a company. */
export interface CompanyErrand {
  purpose: "signIn" | "prove" | "signOut";
  /** The provider's name for it; counts in this browser only. */
  ticket: string;
  /** Where it goes; empty once the provider keeps it. */
  address: string;
  /** The page afterwards. */
  back: string;
}

/** A window with a file of the provider's, which its ticket opens once (`window.server.ts`). */
export interface OpeningWindow {
  ticket: string;
  path: string;
  search: string;
  /** Milliseconds. */
  until: number;
}

/** The session to come back to, of staff who see the portal as somebody else does. */
interface OwnSession {
  token: string;
  username: string;
  userId: string;
}

interface SessionData {
  own: OwnSession;
  /** As whom: names for the banner. */
  seen: { name: string; company: string };
  window: OpeningWindow;
  company: CompanyErrand;
  /** The session began at the company's identity provider. */
  isByCompany: boolean;
  /** Stands for the first step of a sign-in, while the second is asked for. */
  challenge: string;
  token: string;
  username: string;
  userId: string;
  /** The language chosen by hand: overrides the browser's, and ends with the session. */
  language: Language;
  /**
   * Menus from sign-in, when the provider sends them nowhere else: name, flag, and url if it differs from the
   * default.
   */
  menus: [name: string, menuFlag: MenuItem["menuFlag"], url?: string][];
}
interface SessionFlash {
  flash: Flash;
}

// The prefix binds the cookie to this host and to TLS; a browser refuses it over plain http.
const COOKIE_NAME = env.isBehindTls ? "__Host-session" : "session";

const cookie = createCookie(COOKIE_NAME, {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  secure: env.isBehindTls,
});
const { seal, open } = sealer(env.SESSION_SECRET, COOKIE_NAME);

/** Browsers limit a cookie to 4,096 bytes, and encryption adds a third. */
const MENUS_MOST = 1_800;

/** The encrypted cookie of product 3.1: token, username, userId, and nothing that grows. */
export class Session {
  #inner: CookieSession<SessionData, SessionFlash>;
  #isChanged = false;
  #isEnded = false;
  #takenFlash: Flash | null = null;

  constructor(inner: CookieSession<SessionData, SessionFlash>) {
    this.#inner = inner;
  }

  static async of(request: Request): Promise<Session> {
    // A cookie that cannot be decrypted, or is of an older format, counts as no session: the person signs in
    // again.
    const data = open(await cookie.parse(request.headers.get("cookie")));
    return new Session(createSession((data as Partial<SessionData> | undefined) ?? {}));
  }

  get token(): string | null {
    return this.#inner.get("token") ?? null;
  }
  get challenge(): string | null {
    return this.#inner.get("challenge") ?? null;
  }
  get username(): string | null {
    return this.#inner.get("username") ?? null;
  }
  get userId(): string | null {
    return this.#inner.get("userId") ?? null;
  }
  get language(): Language | null {
    return this.#inner.get("language") ?? null;
  }
  get menus(): MenuItem[] {
    return (this.#inner.get("menus") ?? []).map(([name, menuFlag, url]) => ({
      name,
      menuFlag,
      url: url ?? null,
    }));
  }
  /**
   * A value that identifies the person without naming them, in pages rendered for them. Empty for a visitor.
   */
  get ownerMark(): string {
    const { userId } = this;
    const seer = this.#inner.get("own")?.userId;
    const owner = seer ? `owner ${userId} seen by ${seer}` : `owner ${userId}`;
    return userId ? createHash("sha256").update(owner).digest("base64url").slice(0, 12) : "";
  }

  /** As whom staff see the portal; null in a session of their own. */
  get seen(): SessionData["seen"] | null {
    return this.#inner.get("seen") ?? null;
  }

  /** From now on the pages are those of another person, until `endSeeing`. */
  see(whom: OwnSession, seen: SessionData["seen"]): void {
    const { token, username, userId } = this;
    if (!token || this.seen) throw new Error("Only a person in a session of their own can see as another");
    this.#isChanged = true;
    this.#inner.set("own", { token, username: username ?? "", userId: userId ?? "" });
    this.#inner.set("seen", seen);
    this.#takePlaceOf(whom);
  }

  /** Back to the own session. @returns the id of the person who was seen; null: nobody was */
  endSeeing(): string | null {
    const own = this.#inner.get("own");
    if (!own) return null;
    const { userId } = this;
    this.#isChanged = true;
    this.#inner.unset("own");
    this.#inner.unset("seen");
    this.#takePlaceOf(own);
    return userId;
  }

  #takePlaceOf({ token, username, userId }: OwnSession): void {
    this.#inner.set("token", token);
    this.#inner.set("username", username);
    this.#inner.set("userId", userId);
  }

  /** @param challenge null: the sign-in begins anew */
  keepChallenge(challenge: string | null): void {
    this.#isChanged = true;
    if (challenge) this.#inner.set("challenge", challenge);
    else this.#inner.unset("challenge");
  }

  get company(): CompanyErrand | null {
    return this.#inner.get("company") ?? null;
  }

  /** The window that is about to open. */
  get window(): OpeningWindow | null {
    return this.#inner.get("window") ?? null;
  }

  /** @param opening null: it has been opened */
  keepWindow(opening: OpeningWindow | null): void {
    this.#isChanged = true;
    if (opening) this.#inner.set("window", opening);
    else this.#inner.unset("window");
  }

  /** @param errand null: it is over */
  keepCompany(errand: CompanyErrand | null): void {
    this.#isChanged = true;
    if (errand) {
      this.#isEnded = false;
      this.#inner.set("company", errand);
    } else this.#inner.unset("company");
  }

  get isByCompany(): boolean {
    return this.#inner.get("isByCompany") ?? false;
  }

  /** The sign-in that is being finished began at the company's identity provider. */
  noteCompany(): void {
    this.#isChanged = true;
    this.#inner.set("isByCompany", true);
  }

  signIn(data: Pick<SessionData, "token" | "username" | "userId">, language: Language | null): void {
    this.#isChanged = true;
    this.#inner.unset("challenge");
    this.#inner.set("token", data.token);
    this.#inner.set("username", data.username);
    this.#inner.set("userId", data.userId);
    if (language) this.#inner.set("language", language);
  }

  /** @param menuList stored as far as the cookie has space */
  keepMenus(menuList: readonly MenuItem[]): void {
    this.#isChanged = true;
    const menus: SessionData["menus"] = menuList.map(({ name, menuFlag, url }) =>
      url === null || url === menuUrls[name as MenuName] ? [name, menuFlag] : [name, menuFlag, url],
    );
    while (JSON.stringify(menus).length > MENUS_MOST) menus.pop();
    this.#inner.set("menus", menus);
  }

  setLanguage(language: Language): void {
    this.#isChanged = true;
    this.#inner.set("language", language);
  }

  /** Removes everything, including the language (product 1.3). */
  end(): void {
    this.#isChanged = true;
    this.#isEnded = true;
    for (const key of ["challenge", "token", "username", "userId", "language", "menus"] as const)
      this.#inner.unset(key);
    for (const key of ["company", "isByCompany", "window", "own", "seen"] as const) this.#inner.unset(key);
  }

  flash(flash: Flash): void {
    this.#isChanged = true;
    this.#isEnded = false;
    this.#inner.flash("flash", flash);
  }

  /** Reads the flash message; it is removed when this answer is a page. */
  takeFlash(): Flash | null {
    this.#takenFlash ??= this.#inner.get("flash") ?? null;
    return this.#takenFlash;
  }

  /**
   * The Set-Cookie value, or null when nothing changed. A flash message that was not shown on a page stays
   * for the next one.
   */
  async cookie({ isPage }: { isPage: boolean }): Promise<string | null> {
    if (this.#takenFlash && isPage) this.#isChanged = true;
    if (this.#takenFlash && !isPage && !this.#isEnded && !this.#inner.has("flash"))
      this.#inner.flash("flash", this.#takenFlash);
    if (!this.#isChanged) return null;
    return this.#isEnded
      ? cookie.serialize("", { maxAge: 0, expires: new Date(0) })
      : cookie.serialize(seal(this.#inner.data));
  }
}

/**
 * A request id for one rendered form: random, signed for this session, and with the mark of the page's
 * person. It is the Idempotency-Key of the write, and proves the origin for browsers that send neither Origin
 * nor Referer.
 */
export function makeRequestId(session: Session): string {
  const random = randomBytes(16).toString("base64url");
  const signature = signatureOf(random, session, env.SESSION_SECRET[0] ?? "");
  return [random, signature, session.ownerMark].join(".");
}

/** The mark of the person for whom the request id's page was rendered; empty for a visitor's page. */
export function ownerMarkIn(requestId: string): string {
  return requestId.split(".")[2] ?? "";
}

/** Whether `makeRequestId` made it for this session, with any of the accepted secrets. */
export function isRequestIdSigned(requestId: string, session: Session): boolean {
  const [random, signature] = requestId.split(".");
  if (!random || !signature) return false;
  const sentSignature = Buffer.from(signature);
  return env.SESSION_SECRET.some((secret) => {
    const expected = Buffer.from(signatureOf(random, session, secret));
    return sentSignature.length === expected.length && timingSafeEqual(sentSignature, expected);
  });
}

function signatureOf(random: string, session: Session, secret: string): string {
  return createHmac("sha256", secret)
    .update(`${random}.${session.token ?? ""}`)
    .digest("base64url")
    .slice(0, 24);
}
