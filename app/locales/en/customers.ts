/** Customer companies at the forwarder's desk, as loaders and actions name them. */
export default {
  title: {
    list: "Customers",
    add: "New company",
    members: "Members of {{company}}",
    remove: "Delete {{name}} of {{company}}?",
    roles: "Roles of {{company}}",
    role: "Role {{role}} of {{company}}",
  },
  all: "All",
  state: { OPEN: "Open", CLOSED: "Closed" },
  closedBecause: "Closed since {{time}}: {{reason}}",
  never: "never",
  comma: ", ",
  people_one: "{{count}} person, administrators: {{administrators}}",
  people_other: "{{count}} people, administrators: {{administrators}}",
  peopleHere_one: "{{count}} person",
  peopleHere_other: "{{count}} people",
  log: {
    rightsGiven: "Given",
    rightsTaken: "Taken away",
    code: "Code",
    city: "City",
    taxNumber: "Tax number",
    administrator: "First administrator",
    member: "Member",
    role: "Role",
    roleName: "Name of the role",
    roleNameZh: "Chinese name of the role",
    copyOf: "Copy of",
    department: "Department",
    memberStatus: "State of the account",
  },
  fault: {
    empty: "Please fill this in",
    tooLong: "At most {{max}} characters",
    format: "Please give one line of text",
    code: "Letters, digits, dots, hyphens and underscores only, without spaces",
    choice: "Please choose one of the list",
    email: "Please give an address of e-mail",
  },
  flash: {
    made: "The company has been made, and the invitation is on its way",
    saved: "The company has been changed",
    closed: "The company is closed, and its people are signed out",
    opened: "The company is open again",
    given: "The features for this customer are saved",
    departmentSaved: "The departments are saved",
    roleMade: "The role has been made: choose what it holds",
    roleSaved: "The role has been saved",
    roleRemoved: "The role has been removed",
  },
};

declare module "../namespaces.ts" {
  interface Namespaces {
    customers: typeof import("./customers.ts").default;
  }
}
