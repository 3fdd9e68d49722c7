import { pino } from "pino";
import { afterEach, beforeEach } from "vitest";
import { webhookAdd, webhookDetail } from "#app/contract/webhook.ts";
import type { WebhookTopic } from "#app/contract/webhook-code.ts";
import { secretBox } from "#app/provider/call/secret-box.ts";
import { claimDue, claimTest } from "#app/provider/webhooks/claim.ts";
import { handOut } from "#app/provider/webhooks/hand-out.ts";
import { deliver, type WebhookOptions } from "#app/provider/webhooks/worker.ts";
import type { TestProvider } from "#tests/support/provider.ts";
import { customer, type Somebody } from "../quotes/fixture.ts";
import { startReceiver } from "./receiver.ts";

/** The tests' receivers are on this machine. */
export const OUTSIDE = { privateHosts: [], dnsServers: [], webhookHosts: ["127.0.0.1"] };
const SECRET = "a key of the tests only and of nothing else";

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** A clock that starts at the machine's, which the tests move. */
export function webhookFixture(provider: () => TestProvider) {
  const START = new Date();
  const clock = { now: START };
  const options = (): WebhookOptions => ({
    database: provider().db,
    secrets: secretBox([SECRET]),
    outside: OUTSIDE,
    publicUrl: "https://portal.example.com",
    log: pino({ level: "silent" }),
    now: () => clock.now,
    everyMs: 20,
    timeMs: 2_000,
  });
  const prove = ({ id }: Somebody) =>
    provider().db.updateTable("auth_token").set({ proved_at: clock.now }).where("user_id", "=", id).execute();
  return {
    clock,
    options,
    /** Gives each test a receiver of its own, and removes afterwards what the test left. */
    eachTest: (begin: (receiver: Receiver) => void) => {
      let receiver: Receiver;
      beforeEach(async () => {
        receiver = await startReceiver();
        begin(receiver);
      });
      afterEach(async () => {
        receiver.stop();
        clock.now = START;
        const { db } = provider();
        await db.deleteFrom("webhook").execute();
        await db.deleteFrom("webhook_event").execute();
      });
    },
    prove,
    administrator: () => customer(provider(), ["SHIPMENT_CHARGES", "MEMBER_MANAGE"]),
    add: async (
      who: Somebody,
      url: string,
      more: { topics?: WebhookTopic[]; isOrdered?: boolean; name?: string } = {},
    ) => {
      await prove(who);
      const input = { name: "ERP", topics: ["quotes" as const], ...more, url };
      return provider().call(webhookAdd, input, { token: who.token });
    },
    detail: async (who: Somebody, id: string) =>
      (await provider().call(webhookDetail, { id }, { token: who.token })).data,
    /** Hands out and tries once whatever is due. @returns the number of tries */
    run: async (): Promise<number> => {
      const { database, publicUrl } = options();
      while ((await handOut(database, clock.now, publicUrl)) > 0);
      let tries = 0;
      for (;;) {
        const claimed = await claimDue(database, clock.now, { takesFailing: true });
        if (!claimed) return tries;
        await deliver(claimed, options(), new AbortController().signal);
        tries++;
      }
    },
    /** Sends the tests that wait. @returns their number */
    runTests: async (): Promise<number> => {
      for (let tries = 0; ; tries++) {
        const claimed = await claimTest(options().database, clock.now);
        if (!claimed) return tries;
        await deliver(claimed, options(), new AbortController().signal);
      }
    },
  };
}
