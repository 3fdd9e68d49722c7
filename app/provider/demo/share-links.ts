import type { Kysely } from "kysely";
import { DAY_MS } from "#app/lib/date-time.ts";
import { makeToken } from "../call/caller.ts";
import type { Database } from "../db/schema.ts";
import type { demoCast } from "./cast.ts";

interface DemoLink {
  label: { demo: string; chen: string };
  /** Days from now. */
  made: number;
  ends: number;
  revoked?: number;
  seen: number;
  shipments: number;
}

const links: readonly DemoLink[] = [
  { label: { demo: "Warehouse Hamburg", chen: "汉堡仓库" }, made: -40, ends: -10, seen: 4, shipments: 1 },
  {
    label: { demo: "Sent by mistake", chen: "误发" },
    made: -6,
    ends: 24,
    revoked: -6,
    seen: 0,
    shipments: 2,
  },
  { label: { demo: "Trucker, week 48", chen: "第48周车队" }, made: -2, ends: 28, seen: 3, shipments: 3 },
];

/** Links of demo and of chen. Nobody knows their addresses: who wants one renews the link. */
export async function addDemoShareLinks(
  trx: Kysely<Database>,
  cast: Awaited<ReturnType<typeof demoCast>>,
  today: Date,
): Promise<void> {
  const day = (days: number) => new Date(today.getTime() + days * DAY_MS);
  for (const person of ["demo", "chen"] as const) {
    const { userId, companyId } = cast(person);
    const shipments = await trx
      .selectFrom("shipment")
      .select("id")
      .where("company_id", "=", companyId)
      .orderBy("id")
      .limit(3)
      .execute();
    for (const link of links) {
      const { id } = await trx
        .insertInto("share_link")
        .values({
          company_id: companyId,
          owner_id: userId,
          label: link.label[person],
          token_hash: makeToken().tokenHash,
          shows_parties: link.seen > 3,
          shows_documents: false,
          created_at: day(link.made),
          expires_at: day(link.ends),
          revoked_at: link.revoked === undefined ? null : day(link.revoked),
          seen_count: link.seen,
          last_seen_at: link.seen > 0 ? day(link.made + 1) : null,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await trx
        .insertInto("share_link_shipment")
        .values(
          shipments
            .slice(0, link.shipments)
            .map((shipment, line) => ({ link_id: id, shipment_id: shipment.id, line })),
        )
        .execute();
    }
  }
}
