import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import type { z } from "zod";
import type { saveNotification } from "#app/contract/notification.ts";

type Given = Omit<z.input<typeof saveNotification.request>, "id" | "version">;

/** A daily notification about everything by sea, at 08:00 in Berlin. */
export function notification(name: string, given: Partial<Given> = {}): Given {
  return {
    name,
    join: "AND",
    rules: [{ kind: "mode", value: "OCEAN" }],
    scope: "ALL",
    channel: "EMAIL",
    recipients: [],
    schedule: { unit: "day", every: 1, weekday: 1, monthDay: 1, time: "08:00", zone: "Europe/Berlin" },
    isOn: true,
    ...given,
  };
}

export interface ReceivedMail {
  to: string;
  /** Header names in lower case. */
  headers: Map<string, string>;
  subject: string;
  text: string;
  html: string;
}

export interface MailServer {
  url: string;
  mails: ReceivedMail[];
  close(): Promise<void>;
}

/** A real mail server that keeps what it gets. */
export async function mailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    async onData(stream, session, done) {
      try {
        mails.push(readMail(await text(stream), session.envelope.rcptTo[0]!.address));
        done();
      } catch (error) {
        // A sender was killed in the middle of the mail.
        done(error as Error);
      }
    },
    ...options,
  });
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return {
    mails,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Reads a mail of a text and an HTML part. */
function readMail(raw: string, to: string): ReceivedMail {
  const { headers, body } = partOf(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers.get("content-type") ?? "")?.[1];
  const parts = (boundary ? body.split(`--${boundary}`).slice(1, -1) : [raw]).map((part) =>
    partOf(part.replace(/^\r?\n/, "")),
  );
  const bodyOf = (type: string) => {
    const part = parts.find(({ headers: of }) => of.get("content-type")?.startsWith(type));
    return part ? decoded(part.body, part.headers.get("content-transfer-encoding")) : "";
  };
  return {
    to,
    headers,
    subject: wordsOf(headers.get("subject") ?? ""),
    text: bodyOf("text/plain"),
    html: bodyOf("text/html"),
  };
}

function partOf(raw: string): { headers: Map<string, string>; body: string } {
  const [, head = "", body = ""] = /^(.*?)\r?\n\r?\n(.*)$/s.exec(raw) ?? [];
  const lines = head.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/);
  const headers = lines.map((line) => {
    const [, name = "", value = ""] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
    return [name.toLowerCase(), value] as const;
  });
  return { headers: new Map(headers), body };
}

function decoded(body: string, encoding = ""): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8");
  if (encoding !== "quoted-printable") return body;
  return unquoted(body.replace(/=\r?\n/g, ""));
}

function unquoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, "latin1").toString("utf8");
}

/** The words of an encoded header (RFC 2047). */
function wordsOf(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === "B"
        ? Buffer.from(word, "base64").toString("utf8")
        : unquoted(word.replaceAll("_", " ")),
    );
}
