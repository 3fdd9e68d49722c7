import type { Kysely } from "kysely";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/lib/date-time.ts";
import { makeToken } from "../call/caller.ts";
import type { Database } from "../db/schema.ts";
import { recordSecurity, type SecurityEventKind, subjectOf } from "../security-log/record.ts";
import { demoColleagues, demoUsers } from "./accounts.ts";

/** Days before the last sign-in on which a person signed in as well. */
const EARLIER_SIGN_INS = [0, 1, 2, 5, 6, 9];
const INVITED = "sofia.rossi";

interface DemoEvent {
  daysAgo: number;
  kind: SecurityEventKind;
  userName: string;
  detail?: Record<string, string>;
}

/** What an administrator did, and what others took or tried; `role:` is replaced by the id of the role. */
const events: readonly DemoEvent[] = [
  { daysAgo: 1, kind: "export.shipments", userName: "paul.anders" },
  { daysAgo: 2, kind: "member.invited", userName: INVITED, detail: { by: "chen" } },
  { daysAgo: 4, kind: "call.refused", userName: "viewer", detail: { call: "shipment.export" } },
  { daysAgo: 6, kind: "export.shipments", userName: "maria.ruiz" },
  {
    daysAgo: 12,
    kind: "member.changed",
    userName: "maria.ruiz",
    detail: { by: "chen", roleFrom: "role:booker", roleTo: "role:operator" },
  },
  {
    daysAgo: 160,
    kind: "member.changed",
    userName: "tom.becker",
    detail: { by: "demo", statusFrom: "ACTIVE", statusTo: "DISABLED" },
  },
];

/** Sign-ins, exports and changes of rights of the demonstration's people, and an open invitation. */
export async function addDemoActivity(db: Kysely<Database>, today: Date): Promise<void> {
  const users = await db
    .selectFrom("app_user")
    .select(["id", "user_name", "company_id", "email"])
    .where(
      "user_name",
      "in",
      [...demoUsers, ...demoColleagues].map(({ userName }) => userName),
    )
    .execute();
  const byName = new Map(users.map((user) => [user.user_name, user]));
  const roles = await db.selectFrom("role").select(["id", "code"]).where("company_id", "is", null).execute();
  const resolved = (text: string) =>
    text.startsWith("role:") ? (roles.find(({ code }) => `role:${code}` === text)?.id ?? "") : text;
  const record = ({ daysAgo, kind, userName, detail = {} }: DemoEvent, at: number) => {
    const entries = Object.entries(detail).map(([name, text]) => [name, resolved(text)]);
    const byId = detail.by ? { byId: byName.get(detail.by)!.id } : {};
    const context = { db, now: new Date(at - daysAgo * DAY_MS), clientAddress: "203.0.113.24" };
    return recordSecurity(context, kind, subjectOf(byName.get(userName)!), {
      ...Object.fromEntries(entries),
      ...byId,
    });
  };
  for (const [place, { userName, lastSignInDaysAgo }] of [...demoUsers, ...demoColleagues].entries()) {
    if (lastSignInDaysAgo === null) continue;
    for (const days of EARLIER_SIGN_INS) {
      const daysAgo = lastSignInDaysAgo + days;
      await record({ daysAgo, kind: "signIn.done", userName }, today.getTime() - place * 7 * MINUTE_MS);
    }
  }
  for (const event of events) await record(event, today.getTime() - 3 * HOUR_MS);
  const invited = byName.get(INVITED)!;
  await db
    .insertInto("password_reset")
    .values({
      token_hash: makeToken().tokenHash,
      user_id: invited.id,
      email: invited.email ?? "",
      created_at: new Date(today.getTime() - 2 * DAY_MS),
      expires_at: new Date(today.getTime() + DAY_MS),
    })
    .execute();
}
