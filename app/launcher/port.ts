import { createServer } from "node:net";
import { LaunchError } from "./launch-error.ts";

/**
 * Checks that the port is free; 0 is replaced by a free one.
 * @throws LaunchError that names the variable
 */
export async function claimPort(
  variable: string,
  port: number,
  host: string | undefined,
  hostVariable = "HOST",
): Promise<number> {
  const server = createServer();
  try {
    return await new Promise<number>((resolve, reject) => {
      server.once("error", reject);
      server.listen({ port, host }, () => {
        const address = server.address();
        resolve(typeof address === "object" && address ? address.port : port);
      });
    });
  } catch (error) {
    throw new LaunchError(whyNot((error as NodeJS.ErrnoException).code, variable, port, host, hostVariable));
  } finally {
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  }
}

function whyNot(
  code: string | undefined,
  variable: string,
  port: number,
  host: string | undefined,
  hostVariable: string,
) {
  if (code === "EADDRINUSE")
    return `Port ${port} is taken: stop the program that uses it, or set ${variable} to another port`;
  if (code === "EACCES")
    return `Port ${port} is not open to this user: set ${variable} to a port of 1024 or above`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return `${host} is not an address of this machine: set ${hostVariable} to one that is, or leave it out`;
  return `Port ${port} cannot be listened on (${code}): set ${variable} to another port`;
}
