import { SMTPServer } from "smtp-server";

/** The mail that the product has sent, and the SMTP server that received it. */
export interface Mailbox {
  /** For `SMTP_URL`. */
  url: string;
  close(): Promise<void>;
}

export interface Mail {
  to: string[];
  /** Headers and bodies, decoded enough to find links and sentences. */
  text: string;
}

/** A mail server on a free port that passes every mail to `keep`. */
export async function openMailbox(keep: (mail: Mail) => Promise<void>): Promise<Mailbox> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        keep({ to, text: decode(Buffer.concat(chunks).toString("utf8")) }).then(() => done(), done);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function decode(message: string): string {
  const [, body = ""] = message.split(/\r?\n\r?\n(.*)/s);
  if (/^content-transfer-encoding:\s*base64/im.test(message) && !/multipart/i.test(message))
    return Buffer.from(body, "base64").toString("utf8");
  if (!/quoted-printable/i.test(message)) return message;
  const bytes = message
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
