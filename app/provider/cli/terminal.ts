import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { UsageError } from "./command.ts";

/** Somebody at a terminal, who answers line by line. */
export interface Terminal {
  /**
   * Asks for one line; `isHidden` shows nothing of what is typed.
   * @throws UsageError when the terminal is closed instead, by Ctrl-C or Ctrl-D
   */
  ask(question: string, isHidden?: boolean): Promise<string>;
  say(line: string): void;
  close(): void;
}

/** Opens the terminal of the process. */
export function openTerminal(): Terminal {
  let isHidden = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isHidden) process.stdout.write(chunk);
      done();
    },
  });
  const reader = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
  // Without a listener the process would go on waiting for a line.
  reader.on("SIGINT", () => reader.close());
  const lines = reader[Symbol.asyncIterator]();
  return {
    async ask(question, isSecret = false) {
      process.stdout.write(question);
      isHidden = isSecret;
      const { value, done } = await lines.next();
      isHidden = false;
      if (isSecret || done) process.stdout.write("\n");
      if (done) throw new UsageError("Stopped: nothing was set up");
      return value;
    },
    say: (line) => process.stdout.write(`${line}\n`),
    close: () => reader.close(),
  };
}
