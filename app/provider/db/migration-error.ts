/** The database cannot be used, or not be brought to the schema that was asked for. The message is one line that says what to do. */
export class MigrationError extends Error {
  override name = "MigrationError";
}

/** The error of an address that does not answer as a database. */
export function unusable(error: unknown, setting: string): MigrationError {
  return new MigrationError(
    `The database cannot be used (${firstLine(error)}): check ${setting} and that its server runs`,
    { cause: error },
  );
}

/** What an error of the database says, without its further lines. */
export function firstLine(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return (message || code || String(error)).split("\n")[0]!;
}
