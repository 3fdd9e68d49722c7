import { z } from "zod";

/** Variables that say where files of a forwarder's own system are taken from. */
export const importVariables = {
  IMPORT_FROM: z
    .string()
    .regex(/^(\/|sftp:\/\/[^@\s/]+@[^@\s/]+\/)/, {
      error:
        "give the absolute path of a folder, or sftp://user@host:22/folder, or leave it out to take no files",
    })
    .optional(),
  IMPORT_AS: z.string().optional(),
  IMPORT_HOST_KEY: z
    .string()
    .regex(/^SHA256:[\w+/]{43}=?$/, {
      error: "give the fingerprint that `ssh-keyscan HOST | ssh-keygen -lf -` prints, SHA256:...",
    })
    .optional(),
  IMPORT_KEY_FILE: z.string().optional(),
  IMPORT_PASSWORD: z.string().optional(),
};
type Variables = z.output<z.ZodObject<typeof importVariables>>;

/** A folder of another machine. */
export interface SftpAccess {
  host: string;
  port: number;
  username: string;
  folder: string;
  /** "SHA256:...": a server with another key is not spoken to. */
  hostKey: string;
  password: string | undefined;
  /** A file with a private key. */
  keyFile: string | undefined;
}

/** Where a forwarder's own system puts its files. */
export interface ImportSource {
  /** An absolute path, or a folder of another machine. */
  from: string | SftpAccess;
  /** User name of the member of staff in whose name they are taken. */
  actingAs: string;
}

/** @returns undefined where no files are taken; a line that says what is missing where the variables do not go together */
export function readImportSource(value: Variables): ImportSource | string | undefined {
  const { IMPORT_FROM: address, IMPORT_AS: actingAs } = value;
  if (!address) return undefined;
  if (!actingAs)
    return "IMPORT_FROM is set without IMPORT_AS: give the user name of a member of your staff, in whose name files are taken";
  const from = address.startsWith("sftp:") ? readAccess(address, value) : address;
  return typeof from === "string" && from !== address ? from : { from, actingAs };
}

function readAccess(address: string, value: Variables): SftpAccess | string {
  const { hostname, port, username, pathname, password } = new URL(address);
  if (password) return "IMPORT_FROM holds a password, which logs could show: give it as IMPORT_PASSWORD";
  const { IMPORT_HOST_KEY: hostKey, IMPORT_PASSWORD, IMPORT_KEY_FILE: keyFile } = value;
  if (!hostKey)
    return "IMPORT_FROM is a server without IMPORT_HOST_KEY: give the fingerprint that `ssh-keyscan HOST | ssh-keygen -lf -` prints";
  if (!IMPORT_PASSWORD && !keyFile) return "IMPORT_FROM is a server: give IMPORT_KEY_FILE or IMPORT_PASSWORD";
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port || 22),
    username: decodeURIComponent(username),
    folder: decodeURIComponent(pathname),
    hostKey,
    password: IMPORT_PASSWORD,
    keyFile,
  };
}
