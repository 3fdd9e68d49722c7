import diagnostics from "node:diagnostics_channel";

/**
 * A piece of work as a trace shows it. Name and attributes are words of the code, numbers and states, never what a person
 * sent. Attributes may be added while it goes on.
 */
export interface TracedWork {
  kind: "server" | "client" | "internal";
  name: string;
  attributes: Record<string, string | number | undefined>;
  /** The work of another program that this is part of. */
  parent?: { requestId: string; spanId: string } | null | undefined;
  /** The id of the trace that begins with this work. */
  requestId?: string | undefined;
  /** Without it, work that is part of no other is not traced. */
  isRoot?: boolean;
  /** Given by whoever hears of it. */
  spanId?: string;
  /** Why it failed. */
  error?: unknown;
}

/**
 * It belongs to the process, so that the portal's build and the code around it share it; while nobody hears, it costs the
 * look at a property.
 */
const channel = diagnostics.tracingChannel<unknown, TracedWork>("fairlead.work");

export { channel as tracedWork };

/** Whether traces are made. */
export function isTraced(): boolean {
  return channel.hasSubscribers;
}

/** Does the work as a part of the trace; what it starts is a part of it in turn. */
export function traced<T>(work: TracedWork, does: () => Promise<T>): Promise<T> {
  return channel.hasSubscribers ? channel.tracePromise(does, work) : does();
}

/** The same for work that ends in a callback, and starts nothing else: returns what to call then. */
export function tracedUntil(work: TracedWork): ((error?: unknown) => void) | undefined {
  if (!channel.hasSubscribers) return undefined;
  channel.start.publish(work);
  return (error) => {
    work.error = error;
    channel.asyncEnd.publish(work);
  };
}
