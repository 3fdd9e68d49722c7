import { LaunchError } from "./launch-error.ts";

/**
 * Reads the portal's settings, which it reads itself when it loads, to name a fault in one line before anything else is
 * done.
 * @param environment variables to set in this process first
 * @throws LaunchError
 */
export async function readPortalSettings(environment: NodeJS.ProcessEnv) {
  Object.assign(process.env, environment);
  try {
    const { env } = await import("#app/config/env.server.ts");
    return env;
  } catch (error) {
    throw new LaunchError((error as Error).message.split("\n").join("; "));
  }
}
