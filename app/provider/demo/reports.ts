import type { Kysely } from "kysely";
import type { SavedReport } from "#app/contract/report-template.ts";
import { DAY_MS } from "#app/lib/date-time.ts";
import type { Database } from "../db/schema.ts";
import type { demoCast } from "./cast.ts";

interface DemoReport {
  name: { demo: string; chen: string };
  isShared: boolean;
  question: Partial<SavedReport>;
  /** Days before now on which it was run. */
  runs: readonly number[];
}

const usual: SavedReport = { report: "volume", groupBy: "month", months: null, isCompared: false };
const reports: readonly DemoReport[] = [
  {
    name: { demo: "On time by carrier", chen: "各承运人准点率" },
    isShared: true,
    question: { report: "punctuality", groupBy: "carrier" },
    runs: [1, 8, 15],
  },
  {
    name: { demo: "Air freight by lane, compared", chen: "空运各航线对比" },
    isShared: false,
    question: { groupBy: "lane", mode: "AIR", isCompared: true },
    runs: [3],
  },
];

/** Saved reports of demo and of chen, and their search log. */
export async function addDemoReports(
  trx: Kysely<Database>,
  cast: Awaited<ReturnType<typeof demoCast>>,
  today: Date,
): Promise<void> {
  const before = (days: number) => new Date(today.getTime() - days * DAY_MS);
  for (const person of ["demo", "chen"] as const) {
    const { userId, companyId } = cast(person);
    for (const { name, isShared, question, runs } of reports) {
      const savedQuestion = JSON.stringify({ ...usual, ...question });
      const made = before(30);
      await trx
        .insertInto("report_template")
        .values({
          company_id: companyId,
          owner_id: userId,
          name: name[person],
          is_shared: isShared,
          question: savedQuestion,
          created_at: made,
          updated_at: made,
        })
        .execute();
      const { count } = await trx
        .selectFrom("shipment")
        .select((eb) => eb.fn.countAll<string>().as("count"))
        .where("company_id", "=", companyId)
        .where((eb) => eb(eb.fn.coalesce("atd", "etd"), "<=", today))
        .$if(question.mode !== undefined, (query) => query.where("job_mode", "=", question.mode!))
        .executeTakeFirstOrThrow();
      await trx
        .insertInto("report_run")
        .values(
          runs.map((days) => ({
            company_id: companyId,
            user_id: userId,
            ran_at: before(days),
            question: savedQuestion,
            shipments: Number(count),
            format: null,
            file_key: null,
            file_name: null,
            content_type: null,
            expires_at: null,
          })),
        )
        .execute();
    }
  }
}
