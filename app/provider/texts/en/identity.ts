/** Texts of accounts, sessions and members: refusals and mails. */
export const identity = {
  notLoggedIn: "You are not logged in",
  sessionExpired: "Your session has expired",
  awaitingConfirmation: "This account is awaiting confirmation",
  awaitingApproval: "This account is awaiting approval",
  locked: "Sign-in is locked for {minutes} minutes after repeated failures",
  disabled: "This account is disabled",
  resetLinkInvalid: "This link is not valid any more; please ask for a new one",
  emailNotAttached: "This email is not attached with any account",
  passwordTooSimple: "This password is too simple to be saved",
  passwordBreached: "This password is known from leaks: please choose another",
  emailUnchanged: "This is the address of the account already",
  emailNeedsPassword: "Another address takes the password and a confirmation: it cannot be changed here",
  passwordUnchanged: "The new password must differ from the present one",
  passwordWrong: "The present password is wrong",
  userNameTaken: "This account name already exists",
  accountNameLength: "4 to 16 letters, digits, or . _ - @",
  accountNameDiffers: "This is not the account name of the user",
  notOnYourself: "You cannot do this to your own account",
  signInRefused: "The user name or password is wrong",
  invitedAlready: "An invitation to this address is open already: it can be sent again",
  notInvited: "This member has no open invitation",
  formerMember: "Former member",
  mailLinkMadeSubject: "A link to reset your password was made",
  mailLinkMadeBody:
    "Hello {name},\n\nan administrator of your company has made a link that resets the password of the account {userName}, and will give it to you. If you did not ask for it, set a new password yourself, which ends that link:\n\n{link}\n",
  registrationNotOpen: "This registration is not waiting for a decision",
  mailRegisterConfirmSubject: "Please confirm your e-mail address",
  mailRegisterConfirmBody:
    "Hello,\n\nan account for a company was requested with this address. Open this link within {hours} hours and confirm it there:\n\n{link}\n\nIf you did not ask for it, there is nothing to do: no account is made.\n",
  mailRegisterKnownSubject: "This address has an account already",
  mailRegisterKnownBody:
    "Hello,\n\na new account was requested with this address, which has an account already, so nothing was done. If it was you and you forgot the password, set a new one:\n\n{link}\n\nIf it was not you, there is nothing to do.\n",
  mailRegisterWaitingSubject: "A company asks for an account",
  mailRegisterWaitingBody:
    "Hello {name},\n\n{company} asks for an account and has confirmed its address (registration {id}). It waits for your decision.\n",
  mailRegisterApprovedSubject: "Your account is ready",
  mailRegisterApprovedBody:
    "Hello {name},\n\nthe account {userName} for {company} was approved. You can sign in now:\n\n{link}\n",
  mailRegisterDeclinedSubject: "Your request for an account",
  mailRegisterDeclinedBody:
    "Hello {name},\n\nwe cannot open an account for {company} at present. What you gave us is deleted within 90 days.\n",
  mailRegisterDeclinedReasonSubject: "Your request for an account",
  mailRegisterDeclinedReasonBody:
    "Hello {name},\n\nwe cannot open an account for {company} at present:\n\n{reason}\n\nWhat you gave us is deleted within 90 days.\n",
  secondFactorNeeded: "Please enter the code of your second factor",
  challengeOver: "This sign-in took too long. Please begin again",
  proofNeeded: "Please confirm first that it is you, under 'Sign-in and safety' in your profile",
  apiKeysMost: "Your company has {most} keys that work, the most there can be: revoke one first",
  seenOnly:
    "You only see the portal as this person does. Nothing can be changed, and what is theirs alone is not shown",
  seenNotActive: "This account is not in use, so its view of the portal cannot be shown",
  factorDue: "A second factor is required: please set it up first",
  factorWrong: "This code is wrong, was used already, or is too old",
  factorThere: "Your account has a second factor already",
  factorRequired: "A second factor is required, so it cannot be switched off",
  ownFactorFirst: "Please set up your own second factor first",
  passkeyLate: "This took too long. Please try again",
  passkeyWrong: "The passkey could not be checked. Please try again",
  passkeyUnknown: "This passkey belongs to no account here any more",
  passkeyKnown: "This passkey is in your list already",
  tooManyPasskeys: "You have 20 passkeys: please remove one first",
  lastPasskey: "This passkey is your only way to sign in: please set a password first",
  mailResetSubject: "Reset your password",
  mailResetBody:
    "Hello {name},\n\na new password was asked for the account {userName}. Open this link within {hours} hour to set it:\n\n{link}\n\nIf you did not ask for it, there is nothing to do: the password stays as it is.\n",
  mailResetSeveralSubject: "Reset your password",
  mailResetSeveralBody:
    "Hello {name},\n\na new password was asked for. {count} accounts have this address, and each gets a mail of its own. This one is for {userName} at {company}. Open this link within {hours} hour to set its password:\n\n{link}\n\nIf you did not ask for it, there is nothing to do: the password stays as it is.\n",
  mailWelcomeSubject: "{inviter} invites you to {product}",
  mailWelcomeBody:
    "Hello {name},\n\n{inviter} of {inviterCompany} invites you to {product}, as a member of {company}. Your user name is {userName}. Open this link within {hours} hours and choose your password:\n\n{link}\n\nIf you do not know {inviterCompany}, there is nothing to do.\n",
  mailEmailConfirmSubject: "Please confirm your e-mail address",
  mailEmailConfirmBody:
    "Hello {name},\n\nthis address is to become that of the account {userName}. Open this link within {hours} hours and confirm it there:\n\n{link}\n\nIf you did not ask for it, there is nothing to do: the account keeps its address.\n",
  mailEmailTakenSubject: "This address has an account already",
  mailEmailTakenBody:
    "Hello,\n\nthis address was to be set for another account. It belongs to an account of another company already, so nothing was changed. If it was you, use another address; if not, there is nothing to do.\n",
  mailEmailAskedSubject: "Another e-mail address was asked for",
  mailEmailAskedBody:
    "Hello {name},\n\nthe account {userName} is to get the address {email} in place of this one, as soon as it is confirmed there. If it was not you, set a new password at once, which also stops the change:\n\n{link}\n",
  mailEmailChangedSubject: "Your e-mail address was changed",
  mailEmailChangedBody:
    "Hello {name},\n\nthe account {userName} now has the address {email} in place of this one. If it was not you, ask an administrator of your company or your forwarder for help at once.\n",
  mailPasswordChangedSubject: "Your password was changed",
  mailPasswordChangedBody:
    "Hello {name},\n\nthe password of the account {userName} was changed. If it was not you, ask for a new one at once:\n\n{link}\n",
  mailFactorAddedSubject: "Your account has a second factor now",
  mailFactorAddedBody:
    "Hello {name},\n\nsigning in to the account {userName} now takes a one-time code as well. If it was not you, ask an administrator of your company or your forwarder for help at once.\n\n{link}\n",
  mailFactorRemovedSubject: "The second factor of your account was removed",
  mailFactorRemovedBody:
    "Hello {name},\n\nthe account {userName} can be used without a one-time code from now on. If it was not you and you did not ask an administrator for it, change your password and set up a second factor at once:\n\n{link}\n",
  mailRecoveryUsedSubject: "A recovery code of your account was used",
  mailRecoveryUsedBody:
    "Hello {name},\n\na recovery code was used for the account {userName}. It does not work again. If it was not you, change your password and make new recovery codes at once:\n\n{link}\n",
  mailPasskeyAddedSubject: "A passkey was added to your account",
  mailPasskeyAddedBody:
    "Hello {name},\n\nthe passkey '{passkey}' signs in to the account {userName} from now on. If it was not you, remove it in your profile and change your password at once:\n\n{link}\n",
} as const;
