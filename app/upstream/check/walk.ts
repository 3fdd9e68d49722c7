import { randomUUID } from "node:crypto";
import type { z } from "zod";
import * as address from "#app/contract/address.ts";
import { signIn, userInfo } from "#app/contract/auth.ts";
import * as booking from "#app/contract/booking.ts";
import * as template from "#app/contract/booking-template.ts";
import { CODE_SUCCESS } from "#app/contract/code.ts";
import * as overview from "#app/contract/dashboard.ts";
import type { Endpoint, Service } from "#app/contract/endpoint.ts";
import * as member from "#app/contract/member.ts";
import * as message from "#app/contract/message.ts";
import * as messageSession from "#app/contract/message-session.ts";
import * as quote from "#app/contract/quote.ts";
import { realtimeTicket } from "#app/contract/realtime.ts";
import * as shipment from "#app/contract/shipment.ts";
import * as shipmentFile from "#app/contract/shipment-export.ts";
import * as preview from "#app/contract/shipment-preview.ts";
import { shipmentRoute } from "#app/contract/shipment-route.ts";
import * as user from "#app/contract/user.ts";
import { requestFor, type UpstreamCaller } from "../request.ts";
import type { ReadingNote } from "../scalar-reading.ts";
import { readTolerantly } from "../tolerant-reading.ts";

/**
 * `works`: answers as our provider does. `read`: in another form that is read tolerantly. `lacking`: the
 * provider has no such call. `refused`: refused with a text. `broken`: the answer cannot be read, or there
 * was none. `untried`: a write without --write, or a call that needs a record of which there is none.
 */
export type Verdict = "works" | "read" | "lacking" | "refused" | "broken" | "untried";

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

/** Makes every call of the portal, in an order in which one answer gives the input of the next. */
export async function walkProvider(options: CheckOptions): Promise<Findings> {
  const findings: Findings = new Map();
  const caller: UpstreamCaller = { token: null, language: "en", clientAddress: null };
  const requestOf = requestFor(options.bases);

  const note = (endpoint: Endpoint, verdict: Verdict, detail = "", notes: ReadingNote[] = []): void => {
    findings.set(endpoint.name, { verdict, detail, notes });
  };

  async function ask<Req extends z.ZodType, Res extends z.ZodType>(
    endpoint: Endpoint<Req, Res>,
    input: z.input<Req>,
  ): Promise<z.output<Res> | null> {
    const key = endpoint.isWrite ? randomUUID() : undefined;
    const { url, init } = requestOf(endpoint, input, caller, key);
    const signal = AbortSignal.timeout(options.timeoutMs ?? WAIT_MS);
    let answer: Response;
    let text: string;
    try {
      answer = await fetch(url, { ...init, signal });
      if (endpoint.answer === "file" && answer.ok && !isJson(answer)) {
        await answer.body?.cancel();
        note(endpoint, "works");
        return null;
      }
      text = (await answer.text()).replace(/^\uFEFF/, "");
    } catch (error) {
      const { cause, name } = error as { cause?: { code?: string }; name: string };
      note(endpoint, "broken", `no answer: ${cause?.code ?? name}`);
      return null;
    }
    const read = judge(endpoint, answer.status, text);
    note(endpoint, read.verdict, read.detail, read.notes);
    return read.data as z.output<Res> | null;
  }

  const signedIn = await ask(signIn, { userName: options.userName, password: options.password });
  if (!signedIn?.token) return findings;
  caller.token = signedIn.token;

  const me = await ask(user.getUser, {});
  await ask(userInfo, { token: signedIn.token });
  const beside: Endpoint[] = [
    member.fontRoleList,
    member.fontDeptList,
    shipment.shipmentFilterOptions,
    overview.dashboard,
    overview.dashboardLayout,
    message.unreadCount,
    booking.bookingOptions,
    realtimeTicket,
  ];
  for (const endpoint of beside) await ask(endpoint, {});
  await ask(member.accountUserList, {});
  await ask(member.activityList, {});
  await ask(member.memberExport, {});
  await ask(user.validatePassword, { password: options.password });

  const shipments = await ask(shipment.shipmentList, {});
  const shipmentId = idIn(shipments);
  await about(shipment.shipmentDetail, shipmentId, (id) => ask(shipment.shipmentDetail, { id }));
  await about(shipmentRoute, shipmentId, (id) => ask(shipmentRoute, { id }));
  const houseNumber = shipments?.rows[0]?.houseNumber || "X-0000";
  await ask(preview.previewSearch, { searchType: "H", number: houseNumber });
  await ask(shipmentFile.shipmentExport, { houseNumber });

  const quoteId = idIn(await ask(quote.quoteList, {}));
  await about(quote.quoteDetail, quoteId, (id) => ask(quote.quoteDetail, { id }));
  await about(quote.quoteVersion, quoteId, (id) => ask(quote.quoteVersion, { id }));
  await ask(quote.quoteOfForm, { formKey: randomUUID() });

  const bookingId = idIn(await ask(booking.bookingList, {}));
  await about(booking.bookingDetail, bookingId, (id) => ask(booking.bookingDetail, { id }));
  const addressId = idIn(await ask(address.addressList, {}));
  await about(address.addressDetail, addressId, (id) => ask(address.addressDetail, { id }));
  await ask(address.addressRegions, { countryCode: "CN" });
  await ask(address.addressExport, { format: "csv" });
  const templateId = idIn(await ask(template.templateList, {}));
  await about(template.templateDetail, templateId, (id) => ask(template.templateDetail, { id }));
  await ask(booking.bookingOfForm, { kind: "draft", formKey: randomUUID() });
  await ask(booking.bookingStart, { from: "lane", origin: "-", destination: "-" });

  const session = idIn(await ask(messageSession.chatList, {}));
  const detail = await about(messageSession.sessionDetail, session, (id) =>
    ask(messageSession.sessionDetail, { id }),
  );
  const channels = await about(message.teamChannels, session, (id) => ask(message.teamChannels, { id }));
  const channelId = channelIn(detail) ?? channels?.[0]?.channelId ?? null;
  await about(message.messageList, channelId, (id) => ask(message.messageList, { channelId: id, limit: 1 }));
  await ask(message.messageSearch, { keyword: "a" });
  await ask(message.teamList, {});
  await about(message.teamOfSubject, shipmentId, (id) => ask(message.teamOfSubject, { a: 1, b: id }));

  if (options.mayWrite) {
    await ask(user.updateUser, me?.name ? { name: me.name } : {});
    await about(message.messageSend, channelId, (id) =>
      ask(message.messageSend, { channelId: id, text: MARK, clientId: randomUUID() }),
    );
    await about(message.messageRead, channelId, (id) => ask(message.messageRead, { channelId: id }));
    const content = { specialInstructions: MARK };
    await ask(booking.bookingSaveDraft, { id: null, version: null, draftKey: randomUUID(), content });
    const row = shipments?.rows[0];
    await about(shipment.shipmentFollow, shipmentId, (id) =>
      ask(shipment.shipmentFollow, { id, isFollowed: row?.isFollowed ? "true" : "false" }),
    );
  }
  return findings;

  async function about<T>(
    endpoint: Endpoint,
    id: string | null,
    work: (id: string) => Promise<T | null>,
  ): Promise<T | null> {
    if (id) return work(id);
    note(endpoint, "untried", "no record to call it with");
    return null;
  }
}

const isJson = ({ headers }: Response) =>
  headers.get("content-type")?.startsWith("application/json") ?? false;

function judge(endpoint: Endpoint, status: number, text: string): Finding & { data: Data } {
  const said = (verdict: Verdict, detail: string, data: Data = null, notes: ReadingNote[] = []) => ({
    ...{ verdict, detail, data, notes },
  });
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return isLackingStatus(status)
      ? said("lacking", `status ${status}`)
      : said("broken", `not JSON, status ${status}`);
  }
  const { code, message: words, data } = (body ?? {}) as Record<string, unknown>;
  const number = typeof code === "string" && /^\d+$/.test(code) ? Number(code) : code;
  if (typeof number !== "number") {
    if (isLackingStatus(status)) return said("lacking", `status ${status}, without code, message and data`);
    return said("broken", `no code in the answer, status ${status}`);
  }
  if (number !== CODE_SUCCESS) {
    const isUnknown = isLackingStatus(number) && isLackingStatus(status);
    return said(isUnknown ? "lacking" : "refused", `code ${number}: ${String(words ?? "")}`);
  }
  if (endpoint.answer === "file") return said("broken", "an envelope in place of a file");
  const strict = endpoint.response.safeParse(data ?? null);
  if (strict.success) return said("works", "", strict.data as Data);
  if (endpoint.isWrite) return said("read", "done, and the answer says no more");
  const read = readTolerantly(endpoint.response, data);
  if (read.isRead) return said("read", "", read.data as Data, read.notes);
  const places = strict.error.issues.slice(0, 5).map(({ path, message: why }) => `${path.join(".")}: ${why}`);
  return said("broken", places.join("; "), null, read.notes);
}

const isLackingStatus = (status: number) => status === 404 || status === 405 || status === 501;

const idIn = (page: { rows: { id: string }[] } | null): string | null => page?.rows[0]?.id ?? null;

function channelIn(detail: messageSession.SessionDetail | null): string | null {
  const groups = message.topics.map((topic) => detail?.[topic]?.channelId);
  return groups.find((id) => id) ?? null;
}
