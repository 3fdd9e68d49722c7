/** Texts of the sign-in by a company's identity provider: refusals and mails. */
export const companySignIn = {
  companyUnknown:
    "No company signs in here with this domain. Sign in with your user name and password, or ask your administrator for the right address",
  companyUnreachable:
    "Your company's sign-in service does not answer as it should. Please try again in a few minutes; if it stays so, tell your administrator",
  companyAddress:
    "The address of your company's sign-in service cannot be used from here. Please tell your administrator",
  companyDenied:
    "Your company's sign-in was cancelled or refused there. Try again, or ask your administrator",
  companyRefused: "Your company's sign-in service refused the request. Try again, or tell your administrator",
  companyClock:
    "The clock of your company's sign-in service differs from ours, so its answer cannot be used. Please tell your administrator",
  companyWrongAnswer:
    "The answer of your company's sign-in service does not belong to this sign-in. Please begin again",
  companyWrongIssuer:
    "The answer comes from another sign-in service than your company's. Please begin again, and tell your administrator if it happens again",
  companyLate:
    "This sign-in took too long, was used already, or began in another browser. Please begin again",
  companyTenant:
    "You are signed in there to another organization than your company's. Switch the account there and try again",
  companyOther: "This sign-in belongs to an account of another company",
  companyOtherPerson: "Somebody else is signed in there. Please confirm with the account that you use here",
  companyNoAddress:
    "Your company's sign-in service did not give your e-mail address. Your administrator can let it send the claim 'email'",
  companyUnconfirmed:
    "Your company's sign-in service did not confirm your e-mail address. Please tell your administrator",
  companyDomain:
    "Your e-mail address is not of a domain that your company has proved. Please tell your administrator",
  companySeveral:
    "Your e-mail address belongs to another or to several accounts of your company. Your administrator can put that right",
  companyNoAccount: "You have no account here yet. Ask an administrator of your company for an invitation",
  passwordsOff: "Your company signs in by its own sign-in service. Please choose 'Sign in with your company'",
  proofByCode: "Please confirm with the code of your second factor",
  proofByPassword: "Please confirm with your password",
  passwordAccountKept:
    "This account keeps its password while those of your company are off. Choose another one for that first",
  companyNeedsDomain: "Please prove a domain of your company first",
  companyNotProved:
    "Please sign in by your company's sign-in service yourself first, with these settings, so that everyone can still get in",
  companyKeptAccount: "Please choose an active administrator with a password",
  companyNoDiscovery:
    "The address does not answer as an OpenID provider does: it has to announce itself at /.well-known/openid-configuration below the issuer",
  domainThere: "This domain is in the list already",
  tooManyDomains: "There are 20 domains in the list: please remove one first",
  domainTaken: "Another company has proved this domain. Please tell us if that is wrong",
  domainNoRecord:
    "There is no TXT record with this text at {record} yet. New records can take some hours to be seen everywhere",
  logoutTokenInvalid: "The logout token was not accepted",
  mailDomainSubject: "{company} asks to use {domain} for signing in",
  mailDomainBody:
    "Hello,\n\n{company} asks that people with e-mail addresses of {domain} sign in to this portal by the sign-in service of {company}. As the postmaster of {domain} you decide. If that is right, open this link within {hours} hours and confirm it there:\n\n{link}\n\nIf it is not, there is nothing to do.\n",
  mailResetCompanySubject: "Signing in to your account",
  mailResetCompanyBody:
    "Hello {name},\n\na new password was requested for the account {userName}. Your company signs in by its own sign-in service, so there is no password to reset. Sign in here:\n\n{link}\n",
  mailResetCompanySeveralSubject: "Signing in to your account",
  mailResetCompanySeveralBody:
    "Hello {name},\n\na new password was asked for. {count} accounts have this address, and each gets a mail of its own. This one is about {userName} at {company}, which signs in by its own sign-in service, so there is no password to reset. Sign in here:\n\n{link}\n",
  mailWelcomeCompanySubject: "{inviter} invites you to {product}",
  mailWelcomeCompanyBody:
    "Hello {name},\n\n{inviter} of {inviterCompany} invites you to {product}, as a member of {company}. Your user name is {userName}. Your company signs in by its own sign-in service. Open it with your e-mail address here:\n\n{link}\n",
  mailCompanyLinkedSubject: "Your company's sign-in opens your account now",
  mailCompanyLinkedBody:
    "Hello {name},\n\nthe account {userName} was opened for the first time by the sign-in service of your company, and can be from now on. If that was not you, tell an administrator of your company.\n\n{link}\n",
};
