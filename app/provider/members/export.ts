import type { Member, MemberStatus } from "#app/contract/member.ts";
import type { Language } from "#app/contract/user.ts";
import { type FileColumn, listFile } from "../output/list-file.ts";
import { ownMembers } from "./list.ts";

type Row = Omit<Member, "departmentId"> & { departmentName?: string | null };

const statuses: Record<MemberStatus, Record<Language, string>> = {
  ACTIVE: { en: "Active", zh: "正常" },
  AWAITING_CONFIRMATION: { en: "Invited", zh: "已邀请" },
  AWAITING_APPROVAL: { en: "Awaiting approval", zh: "待审批" },
  DISABLED: { en: "Disabled", zh: "已停用" },
};

const columns: FileColumn<Row>[] = [
  { heading: { en: "User name", zh: "用户名" }, width: 18, cell: (row) => row.userName },
  { heading: { en: "Name", zh: "姓名" }, width: 24, cell: (row) => row.name },
  { heading: { en: "E-mail", zh: "邮箱" }, width: 32, cell: (row) => row.email },
  { heading: { en: "Role", zh: "角色" }, width: 22, cell: (row) => row.roleName },
  { heading: { en: "Department", zh: "部门" }, width: 22, cell: (row) => row.departmentName ?? null },
  {
    heading: { en: "Status", zh: "状态" },
    width: 20,
    cell: (row, language) => statuses[row.status][language],
  },
  {
    heading: { en: "Member since", zh: "加入时间" },
    width: 24,
    kind: "moment",
    cell: (row) => row.createdAt,
  },
  {
    heading: { en: "Last sign-in", zh: "上次登录" },
    width: 24,
    kind: "moment",
    cell: (row) => row.lastSignInAt,
  },
];

export const exportMembers = listFile(ownMembers, {
  name: "members",
  sheet: { en: "Members", zh: "成员" },
  columns,
});
