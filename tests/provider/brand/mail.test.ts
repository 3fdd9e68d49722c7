import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { QueuedMail } from "#app/provider/mail/delivery.ts";
import { smtpDelivery } from "#app/provider/mail/delivery.ts";
import { type Mail, queueMail } from "#app/provider/mail/outbox.ts";
import { startMailSender } from "#app/provider/mail/sender.ts";
import { openMailbox } from "#tests/support/mailbox.ts";
import { makeCompany } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { deskPerson, saveLook, someone } from "./fixture.ts";

const PUBLIC_URL = "https://portal.forwarder.example";
const log = pino({ level: "silent" });

let provider: TestProvider;
let desk: Awaited<ReturnType<typeof deskPerson>>;
beforeAll(async () => {
  provider = await startProvider({ publicUrl: PUBLIC_URL, mailDomains: ["freight.example"] });
  desk = await deskPerson(provider, "Ann Desk");
});
afterAll(() => provider?.stop());

/** The mail as it is handed to the mail server. */
async function sent(mail: Partial<Mail> & Pick<Mail, "recipient">, mailDomains = ["freight.example"]) {
  const mails: QueuedMail[] = [];
  const whole = { subject: "News", body: `Open\n\n${PUBLIC_URL}/login?x=1\n`, ...mail };
  await queueMail(provider.db, whole, new Date());
  const sender = startMailSender({
    database: provider.db,
    deliver: async (given) => {
      mails.push(given);
      return "sent";
    },
    dress: { publicUrl: PUBLIC_URL, mailDomains },
    log,
    pollMs: 5,
  });
  await expect.poll(() => mails.length).toBe(1);
  await sender.stop();
  return mails[0]!;
}

async function acme(given: Parameters<typeof saveLook>[3]) {
  const companyId = await makeCompany(provider.db);
  expect((await saveLook(provider, desk.token, companyId, given)).code).toBe(200);
  return { companyId, pat: await someone(provider, companyId) };
}

test("a mail to people of a company leads to its host name and comes from its sender", async () => {
  const { pat } = await acme({
    nameEn: "Acme Freight",
    host: "freight.acme.example",
    senderAddress: "acme@freight.example",
  });
  const mail = await sent({
    recipient: pat.email.toUpperCase(),
    body: `${PUBLIC_URL}\n${PUBLIC_URL}/resetPassword?token=t. ${PUBLIC_URL}.evil.example/ ${PUBLIC_URL}:8443/x`,
    html: `<a href="${PUBLIC_URL}/login">${PUBLIC_URL}</a>`,
    headers: { unsubscribe: `${PUBLIC_URL}/unsubscribe?token=u`, thread: "t1" },
  });
  expect(mail.body).toBe(
    `https://freight.acme.example\nhttps://freight.acme.example/resetPassword?token=t. ${PUBLIC_URL}.evil.example/ ${PUBLIC_URL}:8443/x`,
  );
  expect(mail.html).toBe('<a href="https://freight.acme.example/login">https://freight.acme.example</a>');
  expect(mail.headers).toEqual({
    unsubscribe: "https://freight.acme.example/unsubscribe?token=u",
    thread: "t1",
  });
  expect(mail.sender).toEqual({ name: "Acme Freight", address: "acme@freight.example" });
});

test("without a host name links stay, and without an allowed domain the address is the operator's", async () => {
  const { pat } = await acme({ senderName: "Acme Desk", senderAddress: "acme@freight.example" });
  const mail = await sent({ recipient: pat.email }, []);
  expect(mail.body).toContain(`${PUBLIC_URL}/login`);
  expect(mail.sender).toEqual({ name: "Acme Desk", address: "" });
});

test("people who read Chinese get the Chinese name", async () => {
  const { companyId } = await acme({ nameEn: "Acme", nameZh: "顶峰货运" });
  const pat = await someone(provider, companyId);
  await provider.db
    .updateTable("app_user")
    .set({ language_preference: "zh" })
    .where("id", "=", pat.id)
    .execute();
  expect((await sent({ recipient: pat.email })).sender?.name).toBe("顶峰货运");
});

test("an address of nobody, of another company or of two companies gets the operator's mail", async () => {
  const { companyId, pat } = await acme({ nameEn: "Acme", host: "two.acme.example" });
  const other = await someone(provider, await makeCompany(provider.db));
  for (const recipient of ["nobody@example.com", other.email])
    expect(await sent({ recipient })).not.toHaveProperty("sender");
  await provider.db.updateTable("app_user").set({ email: pat.email }).where("id", "=", other.id).execute();
  expect(await sent({ recipient: pat.email })).not.toHaveProperty("sender");
  const told = await sent({ recipient: "warehouse@example.com", companyId });
  expect(told.body).toContain("https://two.acme.example/login");
});

test("the sender stands in the header of the mail, beside the operator's address", async () => {
  const mails: { text: string }[] = [];
  const raw: string[] = [];
  const mailbox = await openMailbox(async (mail) => {
    mails.push(mail);
    raw.push(mail.text);
  });
  const deliver = smtpDelivery(mailbox.url, '"The Operator" <no-reply@operator.example>');
  const mail = { id: "1", recipient: "a@example.com", subject: "S", body: "B", createdAt: new Date() };
  await deliver({ ...mail, sender: { name: 'Acme, "Best"', address: "" } });
  await deliver({ ...mail, sender: { name: "", address: "acme@freight.example" } });
  await deliver(mail);
  await mailbox.close();
  const from = raw.map((text) => /^from: (.*)$/im.exec(text)?.[1]);
  expect(from).toEqual([
    '"Acme, \\"Best\\"" <no-reply@operator.example>',
    "The Operator <acme@freight.example>",
    "The Operator <no-reply@operator.example>",
  ]);
});
