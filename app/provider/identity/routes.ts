import * as auth from "#app/contract/auth.ts";
import * as passkey from "#app/contract/passkey.ts";
import * as person from "#app/contract/person.ts";
import * as factor from "#app/contract/second-factor.ts";
import * as seeAs from "#app/contract/see-as.ts";
import * as user from "#app/contract/user.ts";
import { MANAGES_MEMBERS, type Needs } from "../call/needs.ts";
import { handle, handlePublic, type Route } from "../call/route.ts";
import { changeEmail, confirmEmail, confirmEmailValidate } from "./email-change.ts";
import { listRetention, sendOwnData } from "./own-data.ts";
import { changePassword, rejectUpdatePassword, validatePassword } from "./own-password.ts";
import { endSession, listSessions } from "./own-sessions.ts";
import {
  addOptions,
  addPasskey,
  listPasskeys,
  proveByPasskey,
  proveOptions,
  removePasskey,
  renamePasskey,
  signInByPasskey,
  signInOptions,
} from "./passkey.ts";
import { removePicture, sendPicture, uploadPicture } from "./picture.ts";
import { getUser, updateUser, userInfo } from "./profile.ts";
import { prove, signInWithCode } from "./proof.ts";
import { forgotPassword, resetPassword, resetPasswordValidate } from "./reset-link.ts";
import {
  confirmFactor,
  factorState,
  removeFactor,
  renewRecoveryCodes,
  requireFactor,
  resetFactor,
  startFactor,
} from "./second-factor.ts";
import { beginSeeing, whomToSee } from "./see-as.ts";
import { signIn, signOut } from "./session.ts";

const self = { reach: "self" } as const satisfies Needs;
/** What people need who have to set up a second factor before anything else. */
const entry = { reach: "self", beforeFactor: true } as const satisfies Needs;
const entryProved = { ...entry, proof: "always" } as const satisfies Needs;
/** Not for staff who see the portal as this person does. */
const selfAlone = { ...self, seen: "never" } as const satisfies Needs;
const entryAlone = { ...entry, seen: "never" } as const satisfies Needs;
/** What an open session alone must not change for those who have a second factor. */
const selfProved = { reach: "self", proof: "withFactor" } as const satisfies Needs;
/** For administrators of a company with the resource MEMBER_MANAGE, as all of members/routes.ts. */
const membersProved = { reach: "company", ...MANAGES_MEMBERS, proof: "always" } as const satisfies Needs;

/** Product 7.2. */
export const identityRoutes: Route[] = [
  handlePublic(auth.signIn, signIn, { callsPerMinute: 60 }),
  handle(auth.signOut, { ...entry, seen: "also" }, (_, context) => signOut(context)),
  handlePublic(factor.secondFactor, signInWithCode, { callsPerMinute: 60 }),
  handlePublic(passkey.passkeySignInOptions, (_, context) => signInOptions(context), { callsPerMinute: 60 }),
  handlePublic(passkey.passkeySignIn, signInByPasskey, { callsPerMinute: 60 }),
  handlePublic(auth.forgotPassword, forgotPassword, { callsPerMinute: 10, answersAfterMs: 250 }),
  handlePublic(auth.resetPasswordValidate, resetPasswordValidate, { callsPerMinute: 30 }),
  handlePublic(auth.resetPassword, resetPassword, { callsPerMinute: 30 }),
  handlePublic(auth.confirmEmailValidate, confirmEmailValidate, { callsPerMinute: 30 }),
  handlePublic(auth.confirmEmail, confirmEmail, { callsPerMinute: 30 }),
  // Usually called by the portal's server on behalf of all its users.
  handlePublic(auth.userInfo, userInfo, { callsPerMinute: 3_000 }),
  handle(seeAs.seeAsWhom, { reach: "read", desk: true }, whomToSee),
  handle(seeAs.seeAsBegin, { reach: "act", desk: true, proof: "withFactor" }, beginSeeing, {
    isAnswerSecret: true,
  }),
  handle(user.getUser, entry, (_, context) => getUser(context)),
  handle(user.updateUser, entry, updateUser),
  handle(user.changeEmail, selfProved, changeEmail),
  handle(user.validatePassword, selfAlone, validatePassword),
  handle(user.rejectUpdatePassword, self, (_, context) => rejectUpdatePassword(context)),
  handle(user.resetPwd, selfProved, changePassword),
  handle(person.pictureUpload, self, (_, context) => uploadPicture(context)),
  handle(person.pictureRemove, self, (_, context) => removePicture(context)),
  handle(person.picture, self, sendPicture),
  handle(person.sessionList, selfAlone, (_, context) => listSessions(context)),
  handle(person.sessionEnd, self, endSession),
  handle(factor.prove, entry, prove),
  handle(factor.factorState, entryAlone, (_, context) => factorState(context)),
  handle(factor.factorStart, entryProved, (_, context) => startFactor(context), { isAnswerSecret: true }),
  handle(factor.factorConfirm, entryProved, confirmFactor, { isAnswerSecret: true }),
  handle(factor.recoveryRenew, entryProved, (_, context) => renewRecoveryCodes(context), {
    isAnswerSecret: true,
  }),
  handle(factor.factorRemove, entryProved, (_, context) => removeFactor(context)),
  handle(factor.factorRequire, membersProved, requireFactor),
  handle(factor.factorReset, membersProved, resetFactor),
  handle(passkey.passkeyList, entryAlone, (_, context) => listPasskeys(context)),
  handle(passkey.passkeyAddOptions, entryProved, (_, context) => addOptions(context)),
  handle(passkey.passkeyAdd, entryProved, addPasskey),
  handle(passkey.passkeyRename, self, renamePasskey),
  handle(passkey.passkeyRemove, entryProved, removePasskey),
  handle(passkey.passkeyProveOptions, entry, (_, context) => proveOptions(context)),
  handle(passkey.passkeyProve, entry, proveByPasskey),
  handle(person.retention, self, listRetention),
  handle(person.ownData, selfProved, (_, context) => sendOwnData(context)),
];
