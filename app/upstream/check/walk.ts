import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { signIn, signOut } from "#app/contract/auth.ts";
import * as booking from "#app/contract/booking.ts";
import { CODE_FORBIDDEN, CODE_NOT_FOUND, CODE_SUCCESS, isAccountStateCode } from "#app/contract/code.ts";
import type { Endpoint, Service } from "#app/contract/endpoint.ts";
import { queuedExport } from "#app/contract/list-file.ts";
import * as message from "#app/contract/message.ts";
import * as shipment from "#app/contract/shipment.ts";
import * as user from "#app/contract/user.ts";
import { requestFor, type UpstreamCaller } from "../request.ts";
import type { ReadingNote } from "../scalar-reading.ts";
import { readTolerantly } from "../tolerant-reading.ts";
import { channelInput, inputs, type Known } from "./inputs.ts";
import { screenCalls } from "./screens.ts";

/**
 * `works`: answers as our provider does. `read`: in another form that is read tolerantly. `there`: there is no record to
 * call it with, or it is gone. `closed`: not for this user. `lacking`: the provider has no such call. `refused`:
 * refused with a text. `broken`: the answer cannot be read, or there was none. `untried`: a write without --write.
 */
export type Verdict = "works" | "read" | "there" | "closed" | "lacking" | "refused" | "broken" | "untried";

export interface Finding {
  verdict: Verdict;
  detail: string;
  notes: ReadingNote[];
}

export interface CheckOptions {
  bases: Record<Service, string>;
  userName: string;
  password: string;
  /** Tries writes too: those that change nothing, or that add a draft or message which says so. */
  mayWrite: boolean;
  timeoutMs?: number;
}

export type Findings = Map<string, Finding>;

type Data = Record<string, unknown> | unknown[] | null;

const WAIT_MS = 15_000;
const MARK = "provider:check";

/** An address that no provider has, whose answer says how this one answers such addresses. */
const NO_ADDRESS = "/provider-check/no-such-call";

/** The reads of all screens; the sign-in comes first, and the sign-out last. */
const reads = [
  ...new Set(screenCalls.flatMap(({ needs, beside, writes }) => [...needs, ...beside, ...writes])),
].filter((endpoint) => !endpoint.isWrite && endpoint !== signIn && endpoint !== signOut);

/** Reads without input come first: they find the records that the others are made with. */
const readsInOrder = (): Endpoint[] => {
  const order = Object.keys(inputs);
  const placeOf = ({ name }: Endpoint) => order.indexOf(name);
  return reads.toSorted((one, other) => placeOf(one) - placeOf(other));
};

/** Makes every read of the portal, in an order in which one answer gives the input of the next. */
export async function walkProvider(options: CheckOptions): Promise<Findings> {
  const findings: Findings = new Map();
  const caller: UpstreamCaller = { token: null, language: "en", clientAddress: null };
  const requestOf = requestFor(options.bases);
  const answers = new Map<string, unknown>();
  const known: Known = { answers, password: options.password };
  let unknownAddress: string | null = null;

  const note = (endpoint: Endpoint, verdict: Verdict, detail = "", notes: ReadingNote[] = []): void => {
    findings.set(endpoint.name, { verdict, detail, notes });
  };

  async function send(endpoint: Endpoint, input: unknown): Promise<Response> {
    const key = endpoint.isWrite ? randomUUID() : undefined;
    const { url, init } = requestOf(endpoint, input, caller, key);
    return fetch(url, { ...init, signal: AbortSignal.timeout(options.timeoutMs ?? WAIT_MS) });
  }

  async function ask<Req extends z.ZodType, Res extends z.ZodType>(
    endpoint: Endpoint<Req, Res>,
    input: z.input<Req> | null,
  ): Promise<z.output<Res> | null> {
    let answer: Response;
    let text: string;
    try {
      answer = await send(endpoint, input ?? madeUp(endpoint));
      if (endpoint.answer === "file" && answer.ok && !isJson(answer)) {
        await answer.body?.cancel();
        note(endpoint, "works");
        return null;
      }
      text = await textOf(answer);
    } catch (error) {
      const { cause, name } = error as { cause?: { code?: string }; name: string };
      note(endpoint, "broken", `no answer: ${cause?.code ?? name}`);
      return null;
    }
    const read = judge(endpoint, {
      status: answer.status,
      text,
      isMadeUp: input === null,
      isUnknown: unknownAddress === keyOf(answer.status, text),
    });
    note(endpoint, read.verdict, read.detail, read.notes);
    answers.set(endpoint.name, read.data);
    return read.data as z.output<Res> | null;
  }

  const signedIn = await ask(signIn, { userName: options.userName, password: options.password });
  if (!signedIn?.token) return findings;
  caller.token = signedIn.token;
  const nowhere = { ...user.getUser, method: "POST" as const, path: NO_ADDRESS };
  unknownAddress = await send(nowhere, {})
    .then(async (answer) => keyOf(answer.status, await textOf(answer)))
    .catch(() => null);

  for (const endpoint of readsInOrder()) {
    const inputOf = inputs[endpoint.name];
    const isOpen = inputOf !== undefined || endpoint.request.safeParse({}).success;
    await ask(endpoint, inputOf ? inputOf(known) : isOpen ? {} : null);
  }
  if (options.mayWrite) await tryWrites();
  await ask(signOut, {});
  return findings;

  async function tryWrites(): Promise<void> {
    const me = answers.get(user.getUser.name) as z.output<typeof user.getUser.response> | null;
    await ask(user.updateUser, me?.name ? { name: me.name } : {});
    const sent = channelInput({ text: MARK, clientId: randomUUID() })(known);
    if (sent) await ask(message.messageSend, sent as z.input<typeof message.messageSend.request>);
    const seen = channelInput({})(known);
    if (seen) await ask(message.messageRead, seen as z.input<typeof message.messageRead.request>);
    const content = { specialInstructions: MARK };
    await ask(booking.bookingSaveDraft, { id: null, version: null, draftKey: randomUUID(), content });
    const list = answers.get(shipment.shipmentList.name) as z.output<
      typeof shipment.shipmentList.response
    > | null;
    const row = list?.rows[0];
    if (row?.id)
      await ask(shipment.shipmentFollow, { id: row.id, isFollowed: row.isFollowed ? "true" : "false" });
  }
}

const isJson = ({ headers }: Response) =>
  headers.get("content-type")?.startsWith("application/json") ?? false;

const textOf = async (answer: Response) => (await answer.text()).replace(/^\uFEFF/, "");

/** Input for want of a record: ids that no record has, and nothing else. */
function madeUp({ path, request }: Endpoint): Record<string, string> {
  const shape = "shape" in request ? Object.keys(request.shape as object) : [];
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return Object.fromEntries(
    [...shape.filter((name) => /id$/i.test(name)), ...inPath].map((name) => [name, "0"]),
  );
}

/** What tells an answer from others: status, code and words; null for one that an address could give that is there. */
function keyOf(status: number, text: string): string | null {
  try {
    const { code, message: words } = JSON.parse(text) as Record<string, unknown>;
    const number = Number(code);
    const isSure = number === CODE_SUCCESS || number === CODE_FORBIDDEN || isAccountStateCode(number);
    return code === undefined || isSure ? null : `${status} ${number} ${String(words)}`;
  } catch {
    return null;
  }
}

interface Heard {
  status: number;
  text: string;
  /** The input names no record. */
  isMadeUp: boolean;
  /** The answer is that to an address which the provider does not have. */
  isUnknown: boolean;
}

function judge(endpoint: Endpoint, { status, text, isMadeUp, isUnknown }: Heard): Finding & { data: Data } {
  const finding = (verdict: Verdict, detail: string, data: Data = null, notes: ReadingNote[] = []) => ({
    verdict,
    detail,
    data,
    notes,
  });
  const isRefusal = isMadeUp && status >= 400 && status < 500;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    if (isLackingStatus(status)) return finding("lacking", `status ${status}`);
    return finding(isRefusal ? "there" : "broken", `not JSON, status ${status}`);
  }
  const { code, message: words, data } = (body ?? {}) as Record<string, unknown>;
  const number = typeof code === "string" && /^\d+$/.test(code) ? Number(code) : code;
  if (typeof number !== "number") {
    if (isLackingStatus(status))
      return finding("lacking", `status ${status}, without code, message and data`);
    return finding(isRefusal ? "there" : "broken", `no code in the answer, status ${status}`);
  }
  if (number !== CODE_SUCCESS) {
    const verdict = refusalOf(number, status, isMadeUp, isUnknown);
    return finding(verdict, `code ${number}: ${String(words ?? "")}`);
  }
  if (endpoint.answer === "file")
    return queuedExport.safeParse(data).success
      ? finding("works", "")
      : finding("broken", "an envelope in place of a file");
  return readingOf(endpoint, data, isMadeUp, finding);
}

function refusalOf(code: number, status: number, isMadeUp: boolean, isUnknown: boolean): Verdict {
  if (isUnknown || (!isMadeUp && isLackingStatus(code) && isLackingStatus(status))) return "lacking";
  if (code === CODE_FORBIDDEN) return "closed";
  return isMadeUp || code === CODE_NOT_FOUND ? "there" : "refused";
}

type MakeFinding = (
  verdict: Verdict,
  detail: string,
  data?: Data,
  notes?: ReadingNote[],
) => Finding & { data: Data };

function readingOf(
  endpoint: Endpoint,
  data: unknown,
  isMadeUp: boolean,
  verdictOf: MakeFinding,
): Finding & { data: Data } {
  const strict = endpoint.response.safeParse(data ?? null);
  if (strict.success) return verdictOf("works", "", strict.data as Data);
  if (endpoint.isWrite) return verdictOf("read", "done, and the answer says no more");
  const read = readTolerantly(endpoint.response, data);
  if (read.isRead) return verdictOf("read", "", read.data as Data, read.notes);
  const places = strict.error.issues.slice(0, 5).map(({ path, message: why }) => `${path.join(".")}: ${why}`);
  return verdictOf(isMadeUp ? "there" : "broken", places.join("; "), null, read.notes);
}

const isLackingStatus = (status: number) => status === 404 || status === 405 || status === 501;
