/** Texts of the markup of the members' pages; names of codes and columns are made on the server, from `members`. */
export default {
  caption: "Members",
  add: "Invite a member",
  roles: "What roles may do",
  activity: "Activity",
  export: "Export",
  keyword: "Name, user name or e-mail",
  search: "Search",
  clear: "Clear",
  statusTabs: "Status",
  empty: {
    noneTitle: "No members",
    noneText: "Invite the colleagues who work with the forwarder.",
    filteredTitle: "No member fits",
    filteredText: "Take a filter away, or search for another name.",
  },
  back: "Back to the members",
  cancel: "Back",
  edit: "Edit",
  reset: "Reset password",
  resetFactor: "Reset second factor",
  remove: "Delete",
  withdraw: "Withdraw the invitation",
  again: "Send the invitation again",
  seeActivity: "What this member did",
  you: "This is your own account: another administrator changes its role, its state and its e-mail.",
  mayTitle: "What the role may do",
  userName: "User name",
  userNameHint: "4 to 16 characters, without spaces. It cannot be changed later.",
  name: "Name",
  email: "E-mail",
  emailHint: "The invitation goes to this address.",
  otherEmailHint: "Another address counts when it is confirmed by the link that we send to it.",
  role: "Role",
  chooseRole: "Please choose",
  department: "Department",
  noDepartment: "None",
  status: "Status",
  invite: "Send the invitation",
  save: "Save",
  endsSessions: "Another role or state signs the member out everywhere.",
  resetText:
    "You get a link that sets a new password once. Give it to {{name}} by a way that you trust; {{name}} is told by e-mail that it was made.",
  makeLink: "Make the link",
  linkTitle: "One-time link for {{name}}",
  linkText: "It is shown here only. It can be used once, until {{until}}.",
  linkLabel: "Link",
  removeText:
    "{{name}} is signed out everywhere at once, and the account is gone. Quotes and bookings stay; the name leaves them.",
  removeConfirm: "Type the user name {{userName}} to confirm",
  withdrawText: "The link in the mail to {{name}} can no longer be used, and the user name is free again.",
  rolesUnknown: "The forwarder's system does not tell what its roles may do.",
  roleOf: "Rights by role",
  right: "Right",
  yes: "Yes",
  no: "No",
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    "member-pages": typeof import("./member-pages.ts").default;
  }
}
