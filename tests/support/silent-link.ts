import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import type { ConnectionSettings } from "#app/provider/db/connection.ts";

export interface SilentLink {
  /** The same database, reached over the link. */
  connection: ConnectionSettings;
  /** From now on nothing passes in either direction over connections that are open, and none of them ends. */
  fallSilent(): void;
  close(): void;
}

/** A link to a database that can lose connections without a word, as a cut network or a forgetful proxy does. */
export async function startSilentLink(database: ConnectionSettings): Promise<SilentLink> {
  const { host, port } = database;
  const sockets = new Set<Socket>();
  const link = createServer((near) => {
    const far = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  link.listen(0, "127.0.0.1");
  await once(link, "listening");
  return {
    connection: { ...database, host: "127.0.0.1", port: (link.address() as AddressInfo).port },
    fallSilent: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      link.close();
    },
  };
}
