import { expect, test } from "vitest";
import {
  countUnsent,
  forgetWriting,
  hasJustSignedOut,
  signedOutIn,
  signedOutMark,
} from "#app/lib/kept-writing.ts";
import { MemoryStorage } from "#tests/features/messages/memory-storage.ts";

const LEFT_AT = 1_700_000_000_000;

function storage(): Storage {
  const kept = new MemoryStorage();
  const entry = (writtenAt: number) => JSON.stringify({ text: 'a "writtenAt":1 of a text', writtenAt });
  kept.setItem("fairlead-outbox:7:before", entry(LEFT_AT - 1));
  kept.setItem("fairlead-outbox:7:after", entry(LEFT_AT + 1));
  kept.setItem("fairlead-outbox:77:before", entry(LEFT_AT - 1));
  kept.setItem("fairlead-message-draft:7:5", `${LEFT_AT - 1} half a sentence`);
  kept.setItem("fairlead-message-draft:8:5", `${LEFT_AT - 1} of somebody else`);
  kept.setItem("fairlead-draft:7:new:/booking/add", "{}");
  return kept;
}

test("a deliberate sign-out deletes that person's unsent text until then, and nobody else's", () => {
  const kept = storage();
  expect(countUnsent(kept, "7")).toBe(3);
  forgetWriting(kept, [{ userId: "7", at: LEFT_AT }]);
  expect(Array.from({ length: kept.length }, (_, at) => kept.key(at)).sort()).toEqual([
    "fairlead-draft:7:new:/booking/add",
    "fairlead-message-draft:8:5",
    "fairlead-outbox:77:before",
    "fairlead-outbox:7:after",
  ]);
});

test("the mark of a sign-out names the person and the time, whatever the id is made of", () => {
  const cookies = `session=x; ${signedOutMark("a b;=人")}=${LEFT_AT}; ${signedOutMark("7")}=1`;
  expect(signedOutIn(cookies)).toEqual([
    { userId: "a b;=人", at: LEFT_AT },
    { userId: "7", at: 1 },
  ]);
  expect(signedOutIn("session=x")).toEqual([]);
});

test("a sign-out was just now for a minute, whatever else the cookies hold", () => {
  const cookies = (at: unknown) => `session=x; signed-out.%ff=${at}; tz=Asia%2FShanghai`;
  expect(hasJustSignedOut(cookies(LEFT_AT), LEFT_AT + 59_000)).toBe(true);
  for (const at of [LEFT_AT - 60_000, LEFT_AT + 1, "", "x"])
    expect(hasJustSignedOut(cookies(at), LEFT_AT)).toBe(false);
  expect(hasJustSignedOut(`session=${LEFT_AT}`, LEFT_AT)).toBe(false);
});
