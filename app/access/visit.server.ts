import { createContext, data, type RouterContextProvider, redirect } from "react-router";
import type { z } from "zod";
import { type AccountState, accountStateOf, CODE_FAILURE, CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { Endpoint } from "#app/contract/endpoint.ts";
import { type ClockChoice, getUser, type Language, type PortalUser } from "#app/contract/user.ts";
import type { Translate } from "#app/locales/translation.ts";
import { call, callForFile, callWithBody, type UpstreamCaller } from "#app/upstream/client.server.ts";
import {
  type UnavailableReason,
  UpstreamAccountState,
  UpstreamForbidden,
  UpstreamRefused,
  UpstreamUnavailable,
} from "#app/upstream/error.ts";
import { type Clock, clockOf } from "./clock.ts";
import { makeRequestId, type Session } from "./session.server.ts";
import type { SessionFault, Trouble, TypedField } from "./trouble.ts";

/** Why a write was not done: shown in the form, which keeps what was typed. */
export interface WriteFault {
  kind: "refused" | "unavailable" | "accountState";
  /** The provider's code; null when there was no answer. */
  code: number | null;
  /** In the user's language. */
  message: string;
  fields: { path: string; message: string }[];
  /** Of a refusal: what stands in the way (`stateConflict`, `bookingConflict`), unchecked. */
  data?: unknown;
  /** With `accountState`, which public calls (sign-in) get as a fault: there is no session that could have ended. */
  account?: { state: AccountState; minutes: number | null };
}
export type WriteResult<T> = { isDone: true; data: T } | { isDone: false; fault: WriteFault };

/** A posted form with files, read as far as its first file. */
export interface UploadHead {
  fields: TypedField[];
  /** A file was chosen. */
  hasFiles: boolean;
  /** False for what is no such form, or holds more than a form does before its first file. */
  isSound: boolean;
  /** The whole form, for whoever passes it on; read once. */
  body: ReadableStream<Uint8Array> | null;
}

/** One request of one person: who, in which language and zone, and their way to the provider. */
export class Visit {
  readonly session: Session;
  readonly language: Language;
  /** IANA zone of the person's browser; null until its script has told (spec 9). */
  readonly timeZone: string | null;
  /** The choice that this browser remembers for whoever it was made by; that of the account stands before it. */
  readonly rememberedClock: ClockChoice | null;
  readonly nonce: string;
  readonly clientAddress: string | null;
  readonly signal: AbortSignal;
  /** Milliseconds that a page waits for all that it reads. */
  readonly pageWaitMs: number;
  readonly t: Translate;
  /** The fields of the form that this request posts, without passwords; null when it posts none. */
  readonly posted: () => Promise<TypedField[] | null>;
  /** The form with files that this request posts, on a route that passes it on; else null. */
  readonly upload: () => Promise<UploadHead | null>;
  /** Told with the answer: how long to wait before the same is sent again. */
  retryAfterSeconds: number | null = null;
  #user: Promise<PortalUser> | null = null;
  #clockOfAccount: ClockChoice | null = null;
  #deadline: AbortSignal | null = null;

  constructor(
    given: Pick<
      Visit,
      | "session"
      | "language"
      | "timeZone"
      | "rememberedClock"
      | "nonce"
      | "clientAddress"
      | "signal"
      | "pageWaitMs"
      | "t"
      | "posted"
      | "upload"
    >,
  ) {
    this.session = given.session;
    this.language = given.language;
    this.timeZone = given.timeZone;
    this.rememberedClock = given.rememberedClock;
    this.nonce = given.nonce;
    this.clientAddress = given.clientAddress;
    this.signal = given.signal;
    this.pageWaitMs = given.pageWaitMs;
    this.t = given.t;
    this.posted = given.posted;
    this.upload = given.upload;
  }

  /** As `posted`, of what the page may offer to send again: a form of files alone has nothing in it that was typed. */
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
      signal: this.signal,
    };
  }

  /**
   * For reads: all of them share one end, from the first on. After a write, which has its own time, the next begins anew: the
   * page that shows what became of it is made then.
   */
  get #reader(): UpstreamCaller {
    this.#deadline ??= AbortSignal.timeout(this.pageWaitMs);
    return { ...this.caller, deadline: this.#deadline };
  }

  /** The signed-in user, asked for once a request. */
  user(): Promise<PortalUser> {
    this.#user ??= this.read(getUser, {}).then(async (user) => {
      if (!Array.isArray(user.roles) || user.roles.length === 0) {
        throw trouble({ kind: "rolesMissing", ...offered(await this.typed()) }, 500);
      }
      this.#clockOfAccount = user.clock;
      return user;
    });
    return this.#user;
  }

  /** On whose clock this person reads times. Behind sign-in the guard has asked for the account's choice by now. */
  get clock(): Clock {
    return clockOf(this.#clockOfAccount ?? this.rememberedClock, this.timeZone);
  }

  #noteWait(error: unknown): void {
    if (error instanceof UpstreamRefused || error instanceof UpstreamUnavailable)
      this.retryAfterSeconds = error.retryAfterSeconds ?? this.retryAfterSeconds;
  }

  /** For loaders: the data, or a thrown answer that the nearest boundary shows (spec 8). */
  async read<Req extends z.ZodType, Res extends z.ZodType>(
    endpoint: Endpoint<Req, Res>,
    input: z.input<Req>,
  ): Promise<z.output<Res>> {
    try {
      return await call(endpoint, input, this.#reader);
    } catch (error) {
      this.#noteWait(error);
      throw answerFor(error, await this.typed());
    }
  }

  /** As `read`, for calls that refuse in the course of things: a refusal comes back as a fault, all else is thrown. */
  async readOrRefusal<Req extends z.ZodType, Res extends z.ZodType>(
    endpoint: Endpoint<Req, Res>,
    input: z.input<Req>,
  ): Promise<WriteResult<z.output<Res>>> {
    try {
      return { isDone: true, data: await call(endpoint, input, this.#reader) };
    } catch (error) {
      this.#noteWait(error);
      if (error instanceof UpstreamRefused) return { isDone: false, fault: refusal(error, this.t) };
      throw answerFor(error, await this.typed());
    }
  }

  /** For actions: the data, or a fault for the form to show. 403 and account states are thrown as by `read`. */
  async write<Req extends z.ZodType, Res extends z.ZodType>(
    endpoint: Endpoint<Req, Res>,
    input: z.input<Req>,
    options: { key?: string } = {},
  ): Promise<WriteResult<z.output<Res>>> {
    const textOf = (reason: UnavailableReason) => this.t(`refusals:notSent.${reason}`);
    return this.#written(endpoint, call(endpoint, input, this.caller, options), textOf);
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
      if (error instanceof UpstreamRefused) return { isDone: false, fault: refusal(error, this.t) };
      if (error instanceof UpstreamUnavailable) {
        const message = textOf(error.reason);
        return { isDone: false, fault: { kind: "unavailable", code: null, message, fields: [] } };
      }
      if (error instanceof UpstreamAccountState && endpoint.access === "public") {
        const { code, message, minutes } = error;
        const account = { state: accountStateOf(code), minutes };
        return { isDone: false, fault: { kind: "accountState", code, message, fields: [], account } };
      }
      throw answerFor(error, await this.typed());
    }
  }

  /**
   * As `write`, for a posted form with files, which goes by unread while it arrives; it cannot be tried again. Without an
   * answer the fault says what `textOf` does.
   */
  async passOn<Req extends z.ZodType, Res extends z.ZodType>(
    endpoint: Endpoint<Req, Res>,
    { headers }: Request,
    { key, textOf }: { key?: string; textOf: (reason: UnavailableReason) => string },
  ): Promise<WriteResult<z.output<Res>>> {
    const upload = await this.upload();
    if (!upload?.body || !upload.isSound) {
      const message = this.t("refusals:formUnreadable");
      return { isDone: false, fault: { kind: "refused", code: null, message, fields: [] } };
    }
    const contentType = headers.get("content-type") ?? "";
    const given = { stream: upload.body, contentType, length: headers.get("content-length") };
    return this.#written(endpoint, callWithBody(endpoint, given, this.caller, { key }), textOf);
  }

  /** One file of the provider, passed on as it arrives, to be kept and never shown in place. */
  async file<Req extends z.ZodType>(endpoint: Endpoint<Req>, input: z.input<Req>): Promise<Response> {
    try {
      const file = await callForFile(endpoint, input, this.caller);
      const given = file.contentDisposition;
      return new Response(file.body, {
        headers: {
          "content-type": file.contentType,
          "content-disposition": given?.startsWith("attachment") ? given : "attachment",
          "x-content-type-options": "nosniff",
        },
      });
    } catch (error) {
      throw answerFor(error);
    }
  }

  /** The request id of the form that this request posts; an upload of the page's script has it in its address. */
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

/** The visit that the middleware made. */
export function visitOf(context: Readonly<RouterContextProvider>): Visit {
  return context.get(visitContext);
}

/** To be thrown: a page's trouble with the HTTP status that it answers by. */
export function trouble(value: Trouble, status: number) {
  return data(value, { status });
}

/**
 * What a failed call becomes for React Router: a redirect or data for a boundary; anything else passes as it is. `typed`
 * is the form that was posted, for the page to offer once more.
 */
export function answerFor(error: unknown, typed: TypedField[] | null = null): unknown {
  if (error instanceof UpstreamForbidden) return redirect("/404");
  if (error instanceof UpstreamAccountState) {
    return sessionOver({ state: accountStateOf(error.code), minutes: error.minutes }, typed);
  }
  if (error instanceof UpstreamRefused) {
    // What is unknown and what is another company's answer as an unknown path does.
    if (error.code === CODE_NOT_FOUND) return redirect("/404");
    const status = error.code === CODE_FAILURE ? 503 : 502;
    return trouble({ kind: "refused", message: error.message, ...offered(typed) }, status);
  }
  if (error instanceof UpstreamUnavailable) {
    const { reason } = error;
    return trouble({ kind: "unavailable", reason, ...offered(typed) }, reason === "timeout" ? 504 : 502);
  }
  return error;
}

const offered = (typed: TypedField[] | null) => (typed ? { typed } : {});

/** Without a session nothing is done, and nothing that was typed is lost. */
export function sessionOver(
  account: { state: SessionFault; minutes: number | null },
  typed: TypedField[] | null,
) {
  return trouble({ kind: "accountState", ...account, ...offered(typed) }, 401);
}

function refusal({ code, message, fields, data }: UpstreamRefused, t: Translate): WriteFault {
  // A provider that failed may have done it all the same: the second try has to carry the same key.
  const kind = code === CODE_FAILURE ? "unavailable" : "refused";
  return { kind, code, message: message || t("errors:error"), fields, data };
}
