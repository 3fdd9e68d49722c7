import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { chmod, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { tempFolder } from "#tests/support/temp-folder.ts";

export interface SftpServer {
  port: number;
  username: string;
  /** "SHA256:..." of its host key. */
  hostKey: string;
  /** A private key that it lets in. */
  keyFile: string;
  stop(): Promise<void>;
}

/** OpenSSH's server with SFTP only, on a port of its own, for whoever runs the test. */
export async function startSftpServer(): Promise<SftpServer> {
  const folder = await tempFolder("sshd");
  const path = (name: string) => join(folder, name);
  for (const name of ["host", "user"])
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", path(name)]);
  await chmod(path("user"), 0o600);
  const port = await freePort();
  await writeFile(
    path("config"),
    [
      `Port ${port}`,
      "ListenAddress 127.0.0.1",
      `HostKey ${path("host")}`,
      `PidFile ${path("pid")}`,
      `AuthorizedKeysFile ${path("user.pub")}`,
      "StrictModes no",
      "UsePAM no",
      "PasswordAuthentication no",
      "PermitRootLogin prohibit-password",
      "Subsystem sftp internal-sftp",
      "ForceCommand internal-sftp",
    ].join("\n"),
  );
  // Where the server separates its rights; the unit of the distribution makes it otherwise.
  if (process.getuid?.() === 0) mkdirSync("/run/sshd", { recursive: true });
  const child = spawn("/usr/sbin/sshd", ["-D", "-e", "-f", path("config")], { stdio: "ignore" });
  for (let tries = 0; !(await isListening(port)); tries++) {
    if (tries > 100 || child.exitCode !== null) throw new Error("sshd does not listen");
    await sleep(50);
  }
  const [, hostKey = ""] = execFileSync("ssh-keygen", ["-lf", path("host.pub")], { encoding: "utf8" }).split(
    " ",
  );
  return {
    port,
    username: userInfo().username,
    hostKey,
    keyFile: path("user"),
    stop: async () => {
      child.kill();
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}

async function freePort(): Promise<number> {
  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  const { port } = holder.address() as AddressInfo;
  holder.close();
  await once(holder, "close");
  return port;
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const heard = await Promise.race([
    once(socket, "connect").then(() => true),
    once(socket, "error").then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return heard;
}
