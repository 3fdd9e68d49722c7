import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { pino } from "pino";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Delivery, logDelivery, smtpDelivery } from "#app/provider/mail/delivery.ts";
import { queueMail } from "#app/provider/mail/outbox.ts";
import { startMailSender } from "#app/provider/mail/sender.ts";
import { type TestDatabase, testDatabase } from "#tests/support/database.ts";
import { freePorts } from "#tests/support/product.ts";

const FROM = "Fairlead <no-reply@freight.example>";
const MINUTE_MS = 60_000;
const log = pino({ level: "silent" });

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.deleteFrom("mail_outbox").execute();
});

const queue = (recipient: string, body = "Open https://freight.example/resetPassword?token=secret-1 now") =>
  queueMail(database.db, { recipient, subject: "重置您的密码", body }, new Date());
const outbox = () => database.db.selectFrom("mail_outbox").selectAll().orderBy("id").execute();

const until = (isTrue: () => Promise<boolean> | boolean) => expect.poll(isTrue).toBe(true);
const isAllSent = async () => (await outbox()).every(({ sent_at }) => sent_at !== null);

interface Mailbox {
  url: string;
  mails: { to: string[]; content: string }[];
  close(): Promise<void>;
}

/** An SMTP server that stores what it receives. */
async function mailbox(options: SMTPServerOptions = {}, port = 0): Promise<Mailbox> {
  const mails: Mailbox["mails"] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    async onData(stream, session, done) {
      mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), content: await text(stream) });
      done();
    },
    ...options,
  });
  server.on("error", () => {});
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  const address = server.server.address() as AddressInfo;
  return {
    mails,
    url: `smtp://127.0.0.1:${address.port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const start = (deliver: Delivery, shiftMs: () => number = () => 0) =>
  startMailSender({
    database: database.db,
    deliver,
    log,
    pollMs: 20,
    now: () => new Date(Date.now() + shiftMs()),
  });

test("mail is sent by SMTP once, and its body with the link is deleted", async () => {
  const box = await mailbox();
  const sender = start(smtpDelivery(box.url, FROM));
  try {
    await queue("ada@example.com");
    await queue("bob@example.com");
    await until(isAllSent);
    // A mail that is sent twice would come before later ones.
    await queue("cid@example.com");
    await until(isAllSent);
    expect(box.mails.map(({ to }) => to)).toEqual([
      ["ada@example.com"],
      ["bob@example.com"],
      ["cid@example.com"],
    ]);
    const { content } = box.mails[0]!;
    expect(content).toContain(`From: ${FROM}`);
    expect(content.replaceAll("=\r\n", "").replaceAll("=3D", "=")).toContain("?token=secret-1 now");
    expect(content).toMatch(/^Content-Type: multipart\/alternative;/m);
    expect(content.replaceAll("=\r\n", "").replaceAll("=3D", "=")).toContain("?token=secret-1</a> now");
    expect(content).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(content).toMatch(/^Message-ID: <[\d.]+@freight\.example>/m);
    const rows = await outbox();
    expect(rows.every((row) => row.sent_at instanceof Date && row.body === "" && row.attempts === 1)).toBe(
      true,
    );
  } finally {
    await sender.stop();
    await box.close();
  }
});

test("a server that is down is tried again later, by another process too", async () => {
  const [port = 0] = await freePorts(1);
  const url = `smtp://127.0.0.1:${port}`;
  let shift = 0;
  let sender = start(smtpDelivery(url, FROM), () => shift);
  await queue("later@example.com");
  await until(async () => (await outbox())[0]!.attempts === 1);
  expect((await outbox())[0]).toMatchObject({
    sent_at: null,
    last_error: expect.stringContaining("ECONNREFUSED"),
  });
  await sender.stop();

  const box = await mailbox({}, port);
  sender = start(smtpDelivery(url, FROM), () => shift);
  try {
    await queue("due-now@example.com");
    await until(() => box.mails.length > 0);
    expect(box.mails.map(({ to }) => to)).toEqual([["due-now@example.com"]]);
    shift = 1.1 * MINUTE_MS;
    await until(isAllSent);
    expect(box.mails.map(({ to }) => to)).toEqual([["due-now@example.com"], ["later@example.com"]]);
    expect((await outbox())[0]).toMatchObject({ attempts: 2, last_error: null });
  } finally {
    await sender.stop();
    await box.close();
  }
});

test("an address that the server refuses is abandoned, and the next mail is sent", async () => {
  const asked: string[] = [];
  const box = await mailbox({
    onRcptTo({ address }, _session, done) {
      asked.push(address);
      const refusal = Object.assign(new Error("no such mailbox"), { responseCode: 550 });
      done(address.startsWith("gone") ? refusal : null);
    },
  });
  let shift = 0;
  await queue("gone@example.com");
  await queue("here@example.com");
  const sender = start(smtpDelivery(box.url, FROM), () => shift);
  try {
    await until(() => box.mails.length === 1);
    expect(box.mails[0]!.to).toEqual(["here@example.com"]);
    shift = 48 * 60 * MINUTE_MS;
    await queue("next@example.com");
    await until(() => box.mails.length === 2);
    const [gone] = await outbox();
    expect(gone).toMatchObject({ sent_at: null, last_error: expect.stringContaining("no such mailbox") });
    expect(asked).toEqual(["gone@example.com", "here@example.com", "next@example.com"]);
  } finally {
    await sender.stop();
    await box.close();
  }
});

test("several senders deliver each mail once", async () => {
  const box = await mailbox();
  for (let index = 0; index < 30; index++) await queue(`person-${index}@example.com`);
  const senders = Array.from({ length: 3 }, () => start(smtpDelivery(box.url, FROM)));
  try {
    await until(isAllSent);
    expect(box.mails).toHaveLength(30);
    expect(new Set(box.mails.map(({ to }) => to[0])).size).toBe(30);
  } finally {
    await Promise.all(senders.map((sender) => sender.stop()));
    await box.close();
  }
});

test("the demonstration shows each mail in the log once and leaves it in the outbox", async () => {
  const lines: string[] = [];
  const demoLog = pino({ level: "info" }, { write: (line: string) => lines.push(line) });
  await queue("demo@example.com");
  let sender = start(logDelivery(demoLog));
  await until(() => lines.length > 0);
  await sender.stop();
  sender = start(logDelivery(demoLog), () => 48 * 60 * MINUTE_MS);
  await queue("next@example.com");
  await until(() => lines.length > 1);
  await sender.stop();
  const shown = "重置您的密码 https://freight.example/resetPassword?token=secret-1";
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    `mail to demo@example.com: ${shown}`,
    `mail to next@example.com: ${shown}`,
  ]);
  expect((await outbox())[0]).toMatchObject({ sent_at: null, body: expect.stringContaining("secret-1") });
});
