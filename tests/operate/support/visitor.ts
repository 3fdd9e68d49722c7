import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string | AsyncIterable<Uint8Array>;
}

const WAIT_MS = 60_000;

/** A browser over real connections, which it keeps as browsers do; it repeats nothing by itself. */
export class Visitor {
  readonly origin: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 6 });
  readonly #cookies = new Map<string, string>();

  /** @param cookie of another, whose session it shares */
  constructor(origin: string, cookie = "") {
    this.origin = origin;
    for (const pair of cookie.split("; ").filter(Boolean)) this.#keep(pair);
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** A redirect to the very address is followed once, as a browser does without anybody seeing it. */
  async get(path: string): Promise<Answer> {
    const answer = await this.#send(path, {});
    return answer.headers.location === path ? this.#send(path, {}) : answer;
  }

  post(path: string, fields: Record<string, string>): Promise<Answer> {
    return this.#send(path, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields).toString(),
    });
  }

  /** Sends a form with one file, a part at a time. */
  async upload(path: string, fields: Record<string, string>, file: PacedFile): Promise<Answer> {
    const boundary = "----form-of-a-test";
    const part = (disposition: string, content: string) =>
      `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n${content}`;
    const head =
      Object.entries(fields)
        .map(([name, value]) => part(`name="${name}"`, `\r\n${value}\r\n`))
        .join("") + part(`name="file"; filename="${file.name}"`, `content-type: ${file.type}\r\n\r\n`);
    const tail = `\r\n--${boundary}--\r\n`;
    const length = Buffer.byteLength(head) + file.bytes.length + Buffer.byteLength(tail);
    async function* body() {
      yield Buffer.from(head);
      const size = Math.ceil(file.bytes.length / file.parts);
      for (let at = 0; at < file.bytes.length; at += size) {
        yield file.bytes.subarray(at, at + size);
        await sleep(file.everyMs);
      }
      yield Buffer.from(tail);
    }
    return this.#send(path, {
      method: "POST",
      headers: {
        "content-type": `multipart/form-data; boundary=${boundary}`,
        "content-length": String(length),
      },
      body: body(),
    });
  }

  async signIn(userName: string, password: string): Promise<void> {
    await this.get("/login");
    const answer = await this.post("/login", { userName, password });
    if (answer.status !== 302) throw new Error(`Sign-in answered ${answer.status}`);
  }

  close(): void {
    this.#agent.destroy();
  }

  #send(path: string, { method = "GET", headers = {}, body }: Asked): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const length = typeof body === "string" ? { "content-length": String(Buffer.byteLength(body)) } : {};
      const sent = request(
        `${this.origin}${path}`,
        {
          agent: this.#agent,
          method,
          signal: AbortSignal.timeout(WAIT_MS),
          headers: {
            ...(method === "GET" ? {} : { origin: this.origin }),
            ...(this.#cookies.size > 0 ? { cookie: this.cookie } : {}),
            ...length,
            ...headers,
          },
        },
        (answer) => {
          for (const line of answer.headers["set-cookie"] ?? []) this.#keep(line);
          text(answer).then(
            (all) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: all }),
            reject,
          );
        },
      );
      sent.on("error", reject);
      if (body === undefined || typeof body === "string") sent.end(body);
      else writeAll(sent, body).catch(reject);
    });
  }

  #keep(line: string): void {
    const [pair = ""] = line.split(";");
    const at = pair.indexOf("=");
    if (/max-age=0/i.test(line)) this.#cookies.delete(pair.slice(0, at));
    else this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}

/** A file over a slow line. */
export interface PacedFile {
  name: string;
  type: string;
  bytes: Uint8Array;
  parts: number;
  everyMs: number;
}

async function writeAll(sent: ReturnType<typeof request>, body: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const part of body) sent.write(part);
  sent.end();
}
