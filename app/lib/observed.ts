import diagnostics from "node:diagnostics_channel";

/**
 * What a program tells of its own work while it goes on, for its metrics. The channels belong to the process, so that the
 * portal's build and the code around it share them; when nobody listens, telling costs the look at a property.
 */
export interface ObservedWork {
  /** A call that the provider has answered: the pattern of its route. */
  request: { route: string; method: string; status: number; seconds: number };
  /** A call of the portal to the provider: its name in the contract. */
  call: { name: string; outcome: string; seconds: number };
  /** A read that a standby may answer, and why the primary did. */
  read: { target: "standby" | "primary"; reason: string };
  /** A step of a job that works by itself. */
  job: { name: string; outcome: JobOutcome; seconds?: number };
  /**
   * A statement that the database has answered, or failed with an SQLSTATE; with its text, in which no values are, and the
   * number of the database's process.
   */
  statement: {
    text: string;
    requestId: string | undefined;
    backend: number | undefined;
    code: string | undefined;
    seconds: number;
  };
  /** Whether a page found who asks, with their rights, in the process, and whether that was right. */
  person: { outcome: "kept" | "asked" | "outdated" };
}

/** "idle": it found nothing to do. */
type JobOutcome = "worked" | "idle" | "failed";

const channelOf = (kind: keyof ObservedWork) => diagnostics.channel(`fairlead.${kind}`);
const channels = {
  request: channelOf("request"),
  call: channelOf("call"),
  job: channelOf("job"),
  read: channelOf("read"),
  statement: channelOf("statement"),
  person: channelOf("person"),
};

/** Tells of work that is done. */
export function tellWork<Kind extends keyof ObservedWork>(kind: Kind, work: ObservedWork[Kind]): void {
  const channel = channels[kind];
  if (channel.hasSubscribers) channel.publish(work);
}

/** Whether anybody listens, for work whose telling costs something. */
export function isObserved(kind: keyof ObservedWork): boolean {
  return channels[kind].hasSubscribers;
}

/** Hears of all work of the kind. */
export function hearWork<Kind extends keyof ObservedWork>(
  kind: Kind,
  hear: (work: ObservedWork[Kind]) => void,
): void {
  channels[kind].subscribe((work) => hear(work as ObservedWork[Kind]));
}
