import { DAY_MS, HOUR_MS } from "./date-time.ts";

/**
 * How long the provider keeps what is about people, in milliseconds after its end (`jobs/purge.ts` deletes it then).
 * Business records have no entry: they are kept as long as the company has its account.
 */
export const KEPT_MS = {
  /** Answers by idempotency key: longer than any client retries, and than a form that was left open overnight. */
  answers: 26 * HOUR_MS,
  /** For this time an ended session is reported as expired instead of unknown. */
  sessions: 7 * DAY_MS,
  links: 7 * DAY_MS,
  failedSignIns: DAY_MS,
  /** A download that started before the removal may still be running. */
  removedFiles: DAY_MS,
  mails: 30 * DAY_MS,
  /** What somebody was told. */
  news: 90 * DAY_MS,
  /** What programs were told by webhooks, and the log of it. */
  webhookEvents: 30 * DAY_MS,
  /** A list that a job has saved. */
  exportFiles: 7 * DAY_MS,
  /** What was asked, after its file is gone: it can be run again. */
  exportJobs: 30 * DAY_MS,
  /** The log of reports that somebody ran. */
  reportRuns: 90 * DAY_MS,
  /** A short address of a report that nobody opened for so long. */
  reportLinks: 400 * DAY_MS,
  /** Mails are found again after months, and their unsubscribe links have to work. */
  unsubscribeLinks: 400 * DAY_MS,
  /** As long as a link works at most: so long one may see who opened it, or renew it. */
  sharedLinks: 180 * DAY_MS,
  /** An invitation that nobody took up holds a name and an address. */
  invitations: 90 * DAY_MS,
  /** What an applicant gave is of no use after the decision; the account has what it needs. */
  registrations: 90 * DAY_MS,
  /** A file that was read and waits to be imported; contracts `address.import` and `rate.import`. */
  addressFiles: DAY_MS,
  /** What waited at the forwarder's desk, and who did what about it. */
  deskItems: 400 * DAY_MS,
  /**
   * Maximum age of an open form: after it, changes by two people cannot be merged and one version has to be
   * chosen.
   */
  replacedContents: 30 * DAY_MS,
  /** A year and a month, because incidents are often discovered late. */
  securityLog: 400 * DAY_MS,
} as const;

export type KeptKind = keyof typeof KEPT_MS;
