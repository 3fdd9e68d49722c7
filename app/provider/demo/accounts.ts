import type { ResourceCode } from "#app/contract/access.ts";
import type { Language } from "#app/contract/user.ts";

export const DEMO_PASSWORD = "freight-demo-1";

type DemoCompanyCode = "MERIDIAN" | "BRIGHTWATER" | "HARROWVALE" | "FAIRLEAD";
export type DemoCustomerCode = Exclude<DemoCompanyCode, "FAIRLEAD">;

export interface DemoCompany {
  code: DemoCompanyCode;
  name: string;
  isForwarder: boolean;
  address: string;
  city: string;
  state: string | null;
  countryCode: string;
  /** Of nobody: no authority gives zeros. */
  taxNumber: string;
  access: readonly ResourceCode[];
  /** A department and its sub-departments. */
  departments: readonly { name: string; below: readonly string[] }[];
}

export const demoCompanies: readonly DemoCompany[] = [
  {
    code: "MERIDIAN",
    name: "Meridian Retail Group Inc.",
    isForwarder: false,
    address: "4100 Commerce Parkway, Suite 600",
    city: "Columbus",
    state: "OH",
    countryCode: "US",
    taxNumber: "00-0000000",
    access: ["SHIPMENT_CHARGES", "INVOICE_DOWNLOAD", "MEMBER_MANAGE", "SHIPMENT_PUBLIC"],
    departments: [
      { name: "Supply Chain", below: ["Imports", "Exports", "Booking Desk"] },
      { name: "Finance", below: ["Accounts Payable"] },
      { name: "Store Operations", below: [] },
    ],
  },
  {
    code: "BRIGHTWATER",
    name: "Brightwater Electronics GmbH",
    isForwarder: false,
    address: "Überseering 28",
    city: "Hamburg",
    state: null,
    countryCode: "DE",
    taxNumber: "DE000000000",
    access: ["INVOICE_DOWNLOAD", "MEMBER_MANAGE"],
    departments: [{ name: "Logistics", below: ["Inbound", "Outbound"] }],
  },
  {
    code: "HARROWVALE",
    name: "Harrow & Vale Clothing Ltd",
    isForwarder: false,
    address: "17 Cotton Exchange, Oldham Street",
    city: "Manchester",
    state: null,
    countryCode: "GB",
    taxNumber: "GB000000000",
    access: ["SHIPMENT_CHARGES"],
    departments: [{ name: "Sourcing", below: ["Freight"] }],
  },
  {
    code: "FAIRLEAD",
    name: "Fairlead Logistics (Hong Kong) Ltd",
    isForwarder: true,
    address: "Unit 2308, 77 Wing Lok Street, Sheung Wan",
    city: "Hong Kong",
    state: null,
    countryCode: "HK",
    taxNumber: "00000000",
    access: ["SHIPMENT_CHARGES", "INVOICE_DOWNLOAD", "MEMBER_MANAGE"],
    departments: [{ name: "Customer Service", below: ["Ocean Desk", "Air Desk"] }],
  },
];

export interface DemoUser {
  userName: string;
  company: DemoCompanyCode;
  role: string;
  department: string;
  name: string;
  email: string;
  language: Language | null;
  status: "ACTIVE" | "AWAITING_CONFIRMATION" | "AWAITING_APPROVAL" | "DISABLED";
  /** Age of the password in days at the time of seeding. */
  passwordAgeDays: number;
  lastSignInDaysAgo: number | null;
}

const active = { language: null, status: "ACTIVE", passwordAgeDays: 20, lastSignInDaysAgo: 2 } as const;

/** The accounts printed at the start, in this order. */
export const demoUsers: readonly DemoUser[] = [
  {
    userName: "demo",
    company: "MERIDIAN",
    role: "admin",
    department: "Supply Chain",
    name: "Dana Whitfield",
    email: "demo@meridian-retail.example",
    ...active,
  },
  {
    userName: "viewer",
    company: "MERIDIAN",
    role: "viewer",
    department: "Store Operations",
    name: "Victor Lane",
    email: "viewer@meridian-retail.example",
    ...active,
  },
  {
    userName: "booker",
    company: "MERIDIAN",
    role: "booker",
    department: "Booking Desk",
    name: "Beth Okafor",
    email: "booker@meridian-retail.example",
    ...active,
  },
  {
    userName: "chen",
    company: "MERIDIAN",
    role: "admin",
    department: "Supply Chain",
    name: "陈静",
    email: "chen@meridian-retail.example",
    ...active,
    language: "zh",
  },
  {
    userName: "rival",
    company: "BRIGHTWATER",
    role: "admin",
    department: "Logistics",
    name: "Ralf Kessler",
    email: "rival@brightwater.example",
    ...active,
  },
  {
    userName: "desk",
    company: "FAIRLEAD",
    role: "desk",
    department: "Customer Service",
    name: "Desmond Tsang",
    email: "desk@fairlead.example",
    ...active,
  },
];

/** The line about the demonstration's accounts that is printed at the start. */
export const demoAccountsLine = `Demo accounts: ${demoUsers.map(({ userName }) => userName).join(", ")} (password ${DEMO_PASSWORD})`;

/** Colleagues, one for each state of an account. The password of `maria.ruiz` is older than 90 days. */
export const demoColleagues: readonly DemoUser[] = [
  {
    userName: "maria.ruiz",
    company: "MERIDIAN",
    role: "operator",
    department: "Imports",
    name: "María Ruiz",
    email: "maria.ruiz@meridian-retail.example",
    ...active,
    passwordAgeDays: 131,
    lastSignInDaysAgo: 12,
  },
  {
    userName: "paul.anders",
    company: "MERIDIAN",
    role: "finance",
    department: "Accounts Payable",
    name: "Paul Anders",
    email: "paul.anders@meridian-retail.example",
    ...active,
  },
  {
    userName: "tom.becker",
    company: "MERIDIAN",
    role: "operator",
    department: "Exports",
    name: "Tom Becker",
    email: "tom.becker@meridian-retail.example",
    ...active,
    status: "DISABLED",
    passwordAgeDays: 210,
    lastSignInDaysAgo: 164,
  },
  {
    userName: "lin.wei",
    company: "MERIDIAN",
    role: "viewer",
    department: "Imports",
    name: "林薇",
    email: "lin.wei@meridian-retail.example",
    ...active,
    language: "zh",
    status: "AWAITING_APPROVAL",
    passwordAgeDays: 1,
    lastSignInDaysAgo: null,
  },
  {
    userName: "sofia.rossi",
    company: "MERIDIAN",
    role: "booker",
    department: "Booking Desk",
    name: "Sofia Rossi",
    email: "sofia.rossi@meridian-retail.example",
    ...active,
    status: "AWAITING_CONFIRMATION",
    passwordAgeDays: 3,
    lastSignInDaysAgo: null,
  },
  {
    userName: "jan.peters",
    company: "BRIGHTWATER",
    role: "operator",
    department: "Inbound",
    name: "Jan Peters",
    email: "jan.peters@brightwater.example",
    ...active,
  },
  {
    userName: "emma.hale",
    company: "HARROWVALE",
    role: "admin",
    department: "Sourcing",
    name: "Emma Hale",
    email: "emma.hale@harrowvale.example",
    ...active,
  },
  {
    userName: "kit.wong",
    company: "FAIRLEAD",
    role: "desk",
    department: "Air Desk",
    name: "Kit Wong",
    email: "kit.wong@fairlead.example",
    ...active,
  },
];
