import type { SystemKind } from "#app/contract/forwarder-system-code.ts";

/** A file that may be taken. */
export interface WaitingFile {
  name: string;
  bytes: number;
  modifiedMs: number;
}

type PutAway = "done" | "failed";

/** Where the forwarder's system puts its files: a folder of this machine, or of another by SFTP. */
export interface ImportPlace {
  /** As logs and the doctor name it, without a secret. */
  name: string;
  /** Regular files of the folder itself, neither links nor what lies deeper. */
  list(): Promise<WaitingFile[]>;
  /** Copies a file to this machine. @throws FileTooLarge when it has more bytes */
  fetch(name: string, target: string, mostBytes: number): Promise<void>;
  /**
   * Puts a file into the folder of what is done or has failed, with its report beside it, under a name that nothing has there; makes no
   * difference when it has gone.
   */
  putAway(file: { name: string; to: PutAway; asName: string; report: string }): Promise<void>;
  /** Whether what is there can be read, and in a folder of this machine put away. @throws when not */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** More bytes than are taken. */
export class FileTooLarge extends Error {}

const kinds: Record<string, SystemKind> = {
  shipments: "SHIPMENT",
  milestones: "MILESTONE",
  invoices: "INVOICE",
  statuses: "STATUS",
};
const NAME = /^(shipments|milestones|invoices|statuses)-(first-)?[\w.-]{1,120}\.(csv|json|txt)$/i;

export interface FileName {
  name: string;
  kind: SystemKind;
  isFirst: boolean;
  /** `txt`: FSU messages. */
  format: "csv" | "json" | "txt";
}

/** What a name says of a file; null for one that is not for the import, or still being written. */
export function readName(name: string): FileName | null {
  const [, noun, first, end] = NAME.exec(name) ?? [];
  if (!noun || !end || /\.report\.csv$/i.test(name)) return null;
  const kind = kinds[noun.toLowerCase()]!;
  const format = end.toLowerCase() as FileName["format"];
  if ((kind === "STATUS") !== (format === "txt")) return null;
  return { name, kind, isFirst: first !== undefined, format };
}
