import * as contract from "#app/contract/company-sign-in.ts";
import { MANAGES_MEMBERS, type Needs } from "../call/needs.ts";
import { handle, handlePublic, type Route } from "../call/route.ts";
import {
  domainAdd,
  domainCheck,
  domainConfirm,
  domainMail,
  domainRemove,
  domainValidate,
} from "./domains.ts";
import {
  companyCheck,
  companyPasswords,
  companySettings,
  companySettingsSave,
  companySwitch,
} from "./settings.ts";
import { companyFinish, companyProve, companyProveStart, companyStart } from "./sign-in.ts";
import { companyLoggedOut, companySignOut, companySignOutAddress } from "./sign-out.ts";

const entry = { reach: "self", beforeFactor: true } as const satisfies Needs;
/** For those who manage the company's members, since it decides who they are. */
const manage = { reach: "company", ...MANAGES_MEMBERS } as const satisfies Needs;
const change = { ...manage, proof: "always" } as const satisfies Needs;

/** Sign-in by the identity provider of a company (app/decisions/sign-in-and-accounts.md). */
export const companySignInRoutes: Route[] = [
  handlePublic(contract.companyStart, companyStart, { callsPerMinute: 60 }),
  handlePublic(contract.companyFinish, companyFinish, { callsPerMinute: 60 }),
  handle(contract.companyProveStart, entry, (_, context) => companyProveStart(context)),
  handle(contract.companyProve, entry, companyProve),
  handle(contract.companySignOut, entry, (_, context) => companySignOut(context)),
  handlePublic(contract.companySignOutAddress, companySignOutAddress, { callsPerMinute: 60 }),
  handlePublic(contract.companyLoggedOut, companyLoggedOut, { callsPerMinute: 600 }),
  handle(contract.companySettings, manage, (_, context) => companySettings(context)),
  handle(contract.companyCheck, manage, (_, context) => companyCheck(context)),
  handle(contract.companySettingsSave, change, companySettingsSave),
  handle(contract.companySwitch, change, companySwitch),
  handle(contract.companyPasswords, change, companyPasswords),
  handle(contract.domainAdd, change, domainAdd),
  handle(contract.domainRemove, change, domainRemove),
  handle(contract.domainMail, change, domainMail),
  handle(contract.domainCheck, change, domainCheck),
  handlePublic(contract.domainValidate, domainValidate, { callsPerMinute: 30 }),
  handlePublic(contract.domainConfirm, domainConfirm, { callsPerMinute: 30 }),
];
