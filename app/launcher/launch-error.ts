/**
 * The product cannot start. The message is one line that says what to do; empty when a child process has
 * printed it.
 */
export class LaunchError extends Error {
  override name = "LaunchError";
}
