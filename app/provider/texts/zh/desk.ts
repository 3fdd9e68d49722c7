import type { desk as english } from "../en/desk.ts";

export const desk: Record<keyof typeof english, string> = {
  deskSettingsChanged: "{actor} 已于 {time} 更改了这些设置，尚未覆盖任何内容。",
  deskBlankLeft: "发送前请填写 {blank}",
  deskNewerMessage: "{name} 刚刚发来新消息。请先阅读上方的新消息，再发送您的回复。",
  deskAnswerNamed: "已有同名的常用回复",
  deskAnswerChanged: "{actor} 已于 {time} 更改此回复，尚未覆盖任何内容。",
  deskAnswerGone: "此常用回复已被删除",
  customerChanged: "{actor} 在此期间更改了该公司，尚未覆盖任何内容。",
  customerClosed: "该公司已停用，请先重新启用",
  customerCodeTaken: "另一家公司已使用此代码",
  memberChanged: "该成员在此期间已被更改，尚未覆盖任何内容。",
  lastAdministrator: "这是该公司最后一名有效的管理员：请勾选允许公司没有管理员，或先指定另一名管理员",
  resetNotPossible: "该成员没有正在使用的账户，或没有邮箱",
  memberPasswordsOff: "该成员通过本公司的登录服务登录，没有密码",
  departmentTaken: "同级的另一个部门已使用此名称",
  departmentInUse: "该部门内还有人员或下级部门",
  tooManyDepartments: "该公司已有 200 个部门，请先删除一个",
  roleChanged: "{actor} 在此期间更改了该角色，尚未覆盖任何内容。",
  roleNameTaken: "另一个角色已使用此名称",
  roleInUse: "仍有人员使用该角色，或公司登录会分配该角色",
  tooManyRoles: "该公司已有 50 个自有角色，请先删除一个",
};
