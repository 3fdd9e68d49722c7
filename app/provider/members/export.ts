import type { z } from "zod";
import type { MemberStatus, memberExport } from "#app/contract/member.ts";
import type { Language } from "#app/contract/user.ts";
import { dayToWire, isValidZone, WIRE_ZONE, wallClockMs, wireToInstant } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import type { FileAnswer } from "../call/route.ts";
import { type Cell, XLSX_TYPE, xlsxStream } from "../output/xlsx-stream.ts";
import { recordSecurity } from "../security-log/record.ts";
import { listMembers } from "./list.ts";

type Texts = Record<Language, string>;

const BATCH = 100;

const sheetName: Texts = { en: "Members", zh: "成员" };
const heads: [text: Texts, width: number, isDate?: true][] = [
  [{ en: "User name", zh: "用户名" }, 18],
  [{ en: "Name", zh: "姓名" }, 24],
  [{ en: "E-mail", zh: "邮箱" }, 32],
  [{ en: "Role", zh: "角色" }, 22],
  [{ en: "Department", zh: "部门" }, 22],
  [{ en: "Status", zh: "状态" }, 20],
  [{ en: "Member since", zh: "加入时间" }, 22, true],
  [{ en: "Last sign-in", zh: "上次登录" }, 22, true],
];
const statuses: Record<MemberStatus, Texts> = {
  ACTIVE: { en: "Active", zh: "正常" },
  AWAITING_CONFIRMATION: { en: "Invited", zh: "已邀请" },
  AWAITING_APPROVAL: { en: "Awaiting approval", zh: "待审批" },
  DISABLED: { en: "Disabled", zh: "已停用" },
};

/** The filtered list of members as a spreadsheet, in the zone that is given and named in its heads. */
export async function exportMembers(
  { zone: given, ...input }: z.output<typeof memberExport.request>,
  context: CallerContext,
): Promise<FileAnswer> {
  const { language, now, caller } = context;
  const zone = isValidZone(given) ? given : WIRE_ZONE;
  const zoneName = zone === WIRE_ZONE ? "UTC+8" : zone;
  await recordSecurity(context, "export.members", caller);
  const moment = (stamp: string | null): Cell => wallClockMs(wireToInstant(stamp), zone);
  async function* batches(): AsyncGenerator<Cell[][]> {
    for (let page = 1; ; page++) {
      const { rows } = await listMembers({ ...input, page, pageSize: BATCH }, context);
      yield rows.map((row) => [
        ...[row.userName, row.name, row.email, row.roleName, row.departmentName],
        ...[statuses[row.status][language], moment(row.createdAt), moment(row.lastSignInAt)],
      ]);
      if (rows.length < BATCH) return;
    }
  }
  return {
    fileName: `members-${dayToWire(now)}.xlsx`,
    contentType: XLSX_TYPE,
    body: xlsxStream(batches(), {
      sheetName: sheetName[language],
      header: heads.map(([text, , isDate]) => {
        const head = text[language];
        if (!isDate) return head;
        return language === "zh" ? `${head}（${zoneName}）` : `${head} (${zoneName})`;
      }),
      dates: heads.map(([, , isDate]) => isDate ?? false),
      widths: heads.map(([, width]) => width),
    }),
  };
}
