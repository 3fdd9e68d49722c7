import { pino } from "pino";
import { webhookAdd, webhookDetail } from "#app/contract/webhook.ts";
import type { WebhookTopic } from "#app/contract/webhook-code.ts";
import { secretBox } from "#app/provider/call/secret-box.ts";
import { claimDue } from "#app/provider/webhooks/claim.ts";
import { handOut } from "#app/provider/webhooks/hand-out.ts";
import { deliver, type WebhookOptions } from "#app/provider/webhooks/worker.ts";
import type { TestProvider } from "#tests/support/provider.ts";
import { customer, type Somebody } from "../quotes/fixture.ts";

/** The tests' receivers are on this machine. */
export const OUTSIDE = { privateHosts: [], dnsServers: [], webhookHosts: ["127.0.0.1"] };
const SECRET = "a key of the tests only and of nothing else";

/** A clock that starts at the machine's, which the tests move. */
export function webhookFixture(provider: () => TestProvider) {
  const clock = { now: new Date() };
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
  };
}
