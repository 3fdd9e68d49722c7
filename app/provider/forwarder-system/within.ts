import { Transform } from "node:stream";
import { FileTooLarge } from "./place.ts";

/** Passes bytes on, and fails when there are more. */
export function within(mostBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      done(bytes > mostBytes ? new FileTooLarge() : null, chunk);
    },
  });
}
