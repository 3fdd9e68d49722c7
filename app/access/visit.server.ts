import { createContext, href, type RouterContextProvider, redirect } from "react-router";
import type { z } from "zod";
import { env } from "#app/config/env.server.ts";
import { userInfo } from "#app/contract/auth.ts";
import { accountStateOf } from "#app/contract/code.ts";
import type { EmbeddedPage } from "#app/contract/embedded-page.ts";
import type { Endpoint } from "#app/contract/endpoint.ts";
import { type ClockChoice, getUser, type Language, type PortalUser } from "#app/contract/user.ts";
import { isValidZone, parseWire, type TimeFormat, writeTime } from "#app/lib/date-time.ts";
import { aroundTime, type Line, type MomentView } from "#app/lib/moment.ts";
import type { Translate } from "#app/locales/translation.ts";
import { call, callForFile, callToWrite, callWithBody } from "#app/upstream/client.server.ts";
import {
  type UnavailableReason,
  UpstreamAccountState,
  UpstreamForbidden,
  UpstreamRefused,
  UpstreamUnavailable,
} from "#app/upstream/error.ts";
import { isLacking } from "#app/upstream/lacking.server.ts";
import type { UpstreamCaller } from "#app/upstream/request.ts";
import { unreadableRows } from "#app/upstream/tolerant-reading.ts";
import { answerFor, isOfForeignId, logRefusal, offered, trouble, wordsOf } from "./answer.server.ts";
import type { CallerNews } from "./caller-news.server.ts";
import { type Clock, clockOf } from "./clock.ts";
import { downloadNamed } from "./download.server.ts";
import { type FlashView, flashView } from "./flash.ts";
import { rememberLook } from "./look.server.ts";
import { once } from "./once.server.ts";
import { makeRequestId, type Session } from "./session.server.ts";
import type { Site } from "./site.server.ts";
import type { TypedField } from "./trouble.ts";
import type { UploadHead } from "./upload-head.ts";
import { filledUp, isWhole } from "./whole-user.ts";
import { forbidden, ownRefusal, refusal, type WriteResult } from "./write-fault.server.ts";

/**
 * One request: the person, language, time zone, and calls to the provider.
 *
 * | what the page does | method | a refusal or failure |
 * |---|---|---|
 * | shows data that it cannot do without | `read` | is thrown: the error page |
 * | shows data that it can do without | `readOptional` | null, logged |
 * | asks what may be refused | `readOrRefusal` | a refusal is a fault, a failure is thrown |
 * | saves a form | `write` | a fault beside the form |
 * | saves a form with files | `forwardForm` | a fault beside the form |
 * | hands out a file | `file` | is thrown: the error page |
 */
export class Visit {
  readonly session: Session;
  readonly language: Language;
  /** By which host name the portal is visited. */
  readonly site: Site;
  /** IANA zone of the person's browser; null until its script has set the cookie (product 9.4). */
  readonly timeZone: string | null;
  /** The time zone setting stored in this browser for this person; the account's setting overrides it. */
  readonly rememberedClock: ClockChoice | null;
  readonly nonce: string;
  readonly clientAddress: string | null;
  readonly userAgent: string | null;
  readonly signal: AbortSignal;
  /** Maximum milliseconds that a page waits for all its reads. */
  readonly pageWaitMs: number;
  readonly t: Translate;
  /** Fields of the form that this request posts, without passwords; null when it posts none. */
  readonly posted: () => Promise<TypedField[] | null>;
  /** The form with files that this request posts to a route that forwards it; otherwise null. */
  readonly upload: () => Promise<UploadHead | null>;
  /** Null for a request that is no page's, and without a session. */
  readonly news: CallerNews | null;
  /** Pages of the company inside the portal; none before the user was loaded. */
  companyPages: readonly EmbeddedPage[] = [];
  /** Sent as Retry-After. */
  retryAfterSeconds: number | null = null;
  #user: Promise<PortalUser> | null = null;
  #clockOfAccount: ClockChoice | null = null;
  #zoneOfAccount: string | null = null;
  #deadline: AbortSignal | null = null;

  constructor(
    visitor: Pick<
      Visit,
      | "session"
      | "language"
      | "site"
      | "timeZone"
      | "rememberedClock"
      | "nonce"
      | "clientAddress"
      | "userAgent"
      | "signal"
      | "pageWaitMs"
      | "t"
      | "posted"
      | "upload"
      | "news"
    >,
  ) {
    this.session = visitor.session;
    this.language = visitor.language;
    this.site = visitor.site;
    this.timeZone = visitor.timeZone;
    this.rememberedClock = visitor.rememberedClock;
    this.nonce = visitor.nonce;
    this.clientAddress = visitor.clientAddress;
    this.userAgent = visitor.userAgent;
    this.signal = visitor.signal;
    this.pageWaitMs = visitor.pageWaitMs;
    this.t = visitor.t;
    this.posted = visitor.posted;
    this.upload = visitor.upload;
    this.news = visitor.news;
  }

  /** The posted fields that the page may offer to send again; null for a form with files only. */
  async typed(): Promise<TypedField[] | null> {
    const fields = await this.posted();
    const isOfFiles =
      (await this.upload()) !== null && !fields?.some(([name, text]) => name === "text" && text);
    return isOfFiles ? [] : fields;
  }

  get caller(): UpstreamCaller {
    return {
      token: this.session.token,
      language: this.language,
      clientAddress: this.clientAddress,
      userAgent: this.userAgent,
      signal: this.signal,
    };
  }

  /**
   * Context for reads, which share one deadline from the first read on. After a write, which has its own
   * time-out, a new deadline starts, because the result page is made then.
   */
  get #reader(): UpstreamCaller {
    this.#deadline ??= AbortSignal.timeout(this.pageWaitMs);
    return { ...this.caller, deadline: this.#deadline, news: this.news?.forCall() };
  }

  /** The signed-in user, loaded once per request. */
  user(): Promise<PortalUser> {
    this.#user ??= this.#wholeUser().then(async (user) => {
      if (!Array.isArray(user.roles) || user.roles.length === 0) {
        throw trouble({ kind: "rolesMissing", ...offered(await this.typed(), this.t) }, 500);
      }
      this.companyPages = user.brand?.pages ?? [];
      rememberLook(user.userId, user.brand);
      this.#clockOfAccount = user.clock;
      this.#zoneOfAccount = isValidZone(user.timeZone) ? user.timeZone : null;
      return user;
    });
    return this.#user;
  }

  /** This person's time zone setting. Behind sign-in the guard has loaded the account's setting by now. */
  get clock(): Clock {
    return clockOf(this.#clockOfAccount ?? this.rememberedClock, this.#zoneOfAccount ?? this.timeZone);
  }

  /** The zone for times without a place: messages, logs, deadlines. */
  get zone(): string {
    return this.clock.zone;
  }

  /** The time of an instant or a wire stamp in that zone; empty without one. */
  readonly time = (
    moment: Date | string | null | undefined,
    format: TimeFormat = "column",
  ): MomentView | "" => {
    const time = moment instanceof Date ? { at: moment, isDayOnly: false } : parseWire(moment);
    return writeTime(time, { language: this.language, zone: this.zone, now: new Date() }, format) ?? "";
  };

  /** A text around such a time. */
  readonly dated = (
    moment: Date | string | null | undefined,
    write: (time: string) => string,
    format?: TimeFormat,
  ): Line => aroundTime(this.time(moment, format), write);

  /** The time as a text alone; for places where no element can be. */
  readonly stamp = (moment: Date | string | null | undefined, format?: TimeFormat): string => {
    const view = this.time(moment, format);
    return view === "" ? "" : view.text;
  };

  /**
   * Product 7.2 has two calls for the user and does not say which returns what: gaps of one are filled from
   * the other and from sign-in.
   */
  async #wholeUser(): Promise<PortalUser> {
    const cachedUser = this.news?.takeUser();
    if (cachedUser) return cachedUser;
    const user = await this.read(getUser, {});
    if (isWhole(user)) {
      this.news?.keepUser(user);
      return user;
    }
    const token = this.session.token ?? undefined;
    // Optional: if this call is missing too, the page does without.
    const info = await call(userInfo, { token }, this.#reader).catch(() => null);
    return filledUp(user, info, this.session);
  }

  /** Takes the flash message of the preceding write, in the reader's language. */
  takeFlash(): FlashView | null {
    const flash = this.session.takeFlash();
    return flash && flashView(flash, this.t);
  }

  /** Text for rows that could not be read; null when all were. */
  lostText(rows: readonly unknown[]): string | null {
    const count = unreadableRows(rows);
    return count > 0 ? this.t("refusals:rowsUnreadable", { count }) : null;
  }

  /** False when the provider is known to lack a call: no link leads to it then. */
  offers(...endpoints: Endpoint[]): boolean {
    return !endpoints.some(({ name }) => isLacking(name));
  }

  /** Optional data: null when it is not available, which is logged. Otherwise like `read`. */
  async readOptional<Req extends z.ZodType, Res extends z.ZodType>(
    endpoint: Endpoint<Req, Res>,
    input: z.input<Req>,
  ): Promise<z.output<Res> | null> {
    if (isLacking(endpoint.name)) return null;
    try {
      return await call(endpoint, input, this.#reader);
    } catch (error) {
      // A disconnected client and an ended session are not ignored.
      if (this.signal.aborted || error instanceof UpstreamAccountState)
        throw answerFor(error, await this.typed(), this.t);
      if (error instanceof UpstreamRefused) logRefusal(error);
      return null;
    }
  }

  #noteWait(error: unknown): void {
    if (error instanceof UpstreamRefused || error instanceof UpstreamUnavailable)
      this.retryAfterSeconds = error.retryAfterSeconds ?? this.retryAfterSeconds;
  }

  /** For loaders: returns the data, or throws an answer for the nearest error boundary (product 8). */
  async read<Req extends z.ZodType, Res extends z.ZodType>(
    endpoint: Endpoint<Req, Res>,
    input: z.input<Req>,
  ): Promise<z.output<Res>> {
    try {
      return await call(endpoint, input, this.#reader);
    } catch (error) {
      this.#noteWait(error);
      if (isOfForeignId(error, input)) throw redirect(href("/404"));
      throw answerFor(error, await this.typed(), this.t);
    }
  }

  /** Calls that may be refused normally: a refusal is returned as a fault, other errors are thrown as by `read`. */
  async readOrRefusal<Req extends z.ZodType, Res extends z.ZodType>(
    endpoint: Endpoint<Req, Res>,
    input: z.input<Req>,
  ): Promise<WriteResult<z.output<Res>>> {
    try {
      return { isDone: true, data: await call(endpoint, input, this.#reader) };
    } catch (error) {
      this.#noteWait(error);
      if (error instanceof UpstreamRefused) return { isDone: false, fault: refusal(error, this.t) };
      if (error instanceof UpstreamUnavailable && error.reason === "lacking")
        return { isDone: false, fault: ownRefusal(this.t("refusals:notSent.lacking")) };
      throw answerFor(error, await this.typed(), this.t);
    }
  }

  /**
   * For actions: returns the data, or a fault for the form. Account states are thrown as by `read`.
   * The data is null when the provider succeeded without readable data. `isGuarded`: for scripts that retry
   * by themselves, which get the same fault again from a provider that would do it twice.
   */
  async write<Req extends z.ZodType, Res extends z.ZodType>(
    endpoint: Endpoint<Req, Res>,
    input: z.input<Req>,
    options: { key?: string; isGuarded?: boolean } = {},
  ): Promise<WriteResult<z.output<Res> | null>> {
    const textOf = (reason: UnavailableReason) =>
      this.t(env.PROVIDER_IDEMPOTENT ? `refusals:notSent.${reason}` : `refusals:notSentOnce.${reason}`);
    const work = () => this.#written(endpoint, callToWrite(endpoint, input, this.caller, options), textOf);
    const { key } = options;
    if (env.PROVIDER_IDEMPOTENT || key === undefined || !endpoint.isWrite) return work();
    // Keys are separated by person.
    const name = `${this.session.userId} ${endpoint.name} ${key}`;
    return once(name, work, (result) => result.isDone || (options.isGuarded ?? false));
  }

  async #written<T>(
    endpoint: Endpoint,
    done: Promise<T>,
    textOf: (reason: UnavailableReason) => string,
  ): Promise<WriteResult<T>> {
    try {
      const data = await done.finally(() => {
        this.#deadline = null;
      });
      return { isDone: true, data };
    } catch (error) {
      this.#noteWait(error);
      if (error instanceof UpstreamForbidden) return { isDone: false, fault: forbidden(error, this.t) };
      if (error instanceof UpstreamRefused) return { isDone: false, fault: refusal(error, this.t) };
      if (error instanceof UpstreamUnavailable) {
        const message = textOf(error.reason);
        const isUnsure =
          !env.PROVIDER_IDEMPOTENT && error.reason !== "unreachable" && error.reason !== "lacking";
        return { isDone: false, fault: { kind: "unavailable", code: null, message, fields: [], isUnsure } };
      }
      if (error instanceof UpstreamAccountState && endpoint.access === "public") {
        const { code, message, minutes } = error;
        const account = { state: accountStateOf(code), minutes, words: wordsOf(error) };
        return { isDone: false, fault: { kind: "accountState", code, message, fields: [], account } };
      }
      throw answerFor(error, await this.typed(), this.t);
    }
  }

  /**
   * For a posted form with files, which is forwarded as a stream and cannot be retried. Without an answer the
   * fault has the text of `textOf`. Otherwise like `write`.
   */
  async forwardForm<Req extends z.ZodType, Res extends z.ZodType>(
    endpoint: Endpoint<Req, Res>,
    { headers }: Request,
    { key, textOf }: { key?: string; textOf: (reason: UnavailableReason) => string },
  ): Promise<WriteResult<z.output<Res> | null>> {
    const upload = await this.upload();
    if (!upload?.body || !upload.isSound)
      return { isDone: false, fault: ownRefusal(this.t("refusals:formUnreadable")) };
    const contentType = headers.get("content-type") ?? "";
    const file = { stream: upload.body, contentType, length: headers.get("content-length") };
    return this.#written(endpoint, callWithBody(endpoint, file, this.caller, { key }), textOf);
  }

  /** A file from the provider as a stream: browsers save it, under `nameOfRecord` where it comes without a name. */
  async file<Req extends z.ZodType>(
    endpoint: Endpoint<Req>,
    input: z.input<Req>,
    nameOfRecord?: () => Promise<string | undefined>,
  ): Promise<Response> {
    try {
      return await downloadNamed(await callForFile(endpoint, input, this.caller), nameOfRecord);
    } catch (error) {
      if (isOfForeignId(error, input)) throw redirect(href("/404"));
      throw answerFor(error);
    }
  }

  /** The request id of the posted form; a script's upload has it in its URL. */
  async requestIdIn(url: URL): Promise<string | null> {
    const fields = await this.posted();
    return fields?.find(([name]) => name === "requestId")?.[1] ?? url.searchParams.get("requestId");
  }

  /** For the hidden field `requestId` of a form (see session.server.ts). */
  requestId(): string {
    return makeRequestId(this.session);
  }
}

export const visitContext = createContext<Visit>();

/** The visit made by the middleware. */
export function visitOf(context: Readonly<RouterContextProvider>): Visit {
  return context.get(visitContext);
}
