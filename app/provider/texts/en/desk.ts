/** Texts of the forwarder's desk. */
export const desk = {
  deskSettingsChanged: "{actor} changed these settings at {time}. Nothing was overwritten.",
  deskBlankLeft: "Fill in {blank} before you send it",
  deskNewerMessage:
    "{name} has written meanwhile. Read the newer message above, then send your answer again.",
  deskAnswerNamed: "Another answer has this name",
  deskAnswerChanged: "{actor} changed this answer at {time}. Nothing was overwritten.",
  deskAnswerGone: "This answer has been removed meanwhile",
  customerChanged: "{actor} changed this company meanwhile. Nothing was overwritten.",
  customerClosed: "This company is closed: open it again first",
  customerCodeTaken: "Another company has this code",
  memberChanged: "This member was changed meanwhile. Nothing was overwritten.",
  lastAdministrator:
    "This is the company's last active administrator: tick that it may be left without one, or name another first",
  resetNotPossible: "This member has no account in use, or no address",
  memberPasswordsOff: "This member signs in by the company's own sign-in service and has no password",
  departmentTaken: "Another department beside it has this name",
  departmentInUse: "There are people or departments in this department",
  tooManyDepartments: "The company has 200 departments: remove one first",
  roleChanged: "{actor} changed this role meanwhile. Nothing was overwritten.",
  roleNameTaken: "Another role has this name",
  roleInUse: "People have this role, or the company's sign-in gives it",
  tooManyRoles: "The company has 50 roles of its own: remove one first",
} as const;
