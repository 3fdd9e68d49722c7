import { describe, expect, test } from "vitest";
import {
  beginDraft,
  type Draft,
  type DraftPage,
  type LoadedDraft,
  reduceDraft,
  type SavedDraft,
} from "#app/features/bookings/form/draft.ts";
import type { FormConflict } from "#app/features/bookings/form/form.server.ts";

const loaded = (given: Partial<LoadedDraft> = {}): LoadedDraft => ({
  id: null,
  version: null,
  draftKey: "key-of-address",
  editor: "editor-1",
  source: null,
  mergedAt: null,
  purpose: "draft",
  ...given,
});
const stored = (id: string, version: number, given: Partial<LoadedDraft> = {}) =>
  loaded({ id, version, draftKey: "", ...given });

const pageOf = (given: Partial<DraftPage> = {}): DraftPage => ({
  start: loaded(),
  answer: undefined,
  isIdle: true,
  isOwnSave: false,
  savedBefore: () => undefined,
  ...given,
});
const conflict = { version: 7 } as FormConflict;
const answered = (initialValue: Record<string, unknown> = {}, both: FormConflict | null = null) => ({
  reply: { initialValue },
  conflict: both,
});

const follow = (draft: Draft, given: Partial<DraftPage>) =>
  reduceDraft(draft, { kind: "page", page: pageOf(given) });
/** The form's own submit, from the press to the reloaded page. */
function submitted(
  draft: Draft,
  before: LoadedDraft,
  after: Partial<DraftPage>,
  version = draft.version,
): Draft {
  const sent = reduceDraft(draft, { kind: "submitted", start: before, version });
  return follow(follow(sent, { start: before, isIdle: false, isOwnSave: true }), after);
}

describe("a form begins", () => {
  test("with what was loaded", () => {
    expect(beginDraft(pageOf({ start: stored("5", 3) }), null)).toMatchObject({
      id: "5",
      version: 3,
      key: "",
      editor: "editor-1",
      purpose: null,
      kept: null,
      conflict: null,
      round: 0,
      savedCount: 0,
    });
  });

  test("with the hidden fields that it was posted with, over the version that it was typed over", () => {
    const hidden = { id: "5", version: "2", draftKey: "typed-key", editor: "editor-0", purpose: "amend" };
    const draft = beginDraft(pageOf({ start: stored("5", 4), answer: answered(hidden, conflict) }), null);
    expect(draft).toMatchObject({ id: "5", version: 2, key: "typed-key", editor: "editor-0" });
    expect(draft).toMatchObject({ purpose: "amend", conflict });
  });

  test("with a purpose of ours only", () => {
    expect(beginDraft(pageOf({ answer: answered({ purpose: "steal" }) }), null).purpose).toBeNull();
  });

  test("with what a save of this visit has reached, by id or by key, unless something newer was loaded", () => {
    const saves: Record<string, SavedDraft> = {
      "5": { id: "5", version: 9 },
      "key-of-address": { id: "6", version: 1 },
    };
    const savedBefore = (name: string) => saves[name];
    expect(beginDraft(pageOf({ start: stored("5", 3), savedBefore }), null).version).toBe(9);
    expect(beginDraft(pageOf({ start: stored("5", 10), savedBefore }), null).version).toBe(10);
    expect(beginDraft(pageOf({ savedBefore }), null)).toMatchObject({ id: "6", version: 1 });
  });

  test("with the fields of a restored page", () => {
    const kept = [["origin", "Tianjin"]] as const;
    expect(beginDraft(pageOf(), kept).kept).toBe(kept);
  });
});

describe("a save by itself", () => {
  test("gives the draft its id and version, and leaves the rest", () => {
    const draft = beginDraft(pageOf(), null);
    const saved = reduceDraft(draft, { kind: "saved", id: "5", version: 1 });
    expect(saved).toEqual({ ...draft, id: "5", version: 1 });
  });
});

describe("the form's own submit", () => {
  test("that creates the draft gives the form its id, version and key", () => {
    const start = loaded();
    const draft = submitted(beginDraft(pageOf({ start }), null), start, { start: stored("5", 1) });
    expect(draft).toMatchObject({ id: "5", version: 1, key: "key-of-address", round: 0, savedCount: 1 });
  });

  test("counts each time that it went through", () => {
    const first = stored("5", 1);
    const second = stored("5", 2);
    const once = submitted(beginDraft(pageOf({ start: first }), null), first, { start: second });
    const twice = submitted(once, second, { start: stored("5", 3) });
    expect([once, twice].map(({ version, savedCount }) => [version, savedCount])).toEqual([
      [2, 1],
      [3, 2],
    ]);
  });

  test("does not adopt a version that somebody else saved after the page was rendered", () => {
    const start = stored("5", 1);
    const draft = submitted(beginDraft(pageOf({ start }), null), start, { start: stored("5", 8) });
    expect(draft.version).toBe(2);
  });

  test("over another version than the form's continues from that version", () => {
    const start = stored("5", 1);
    const draft = submitted(beginDraft(pageOf({ start }), null), start, { start: stored("5", 8) }, 7);
    expect(draft.version).toBe(8);
  });

  test("that was answered, or did not arrive, is no save", () => {
    const start = stored("5", 1);
    const draft = beginDraft(pageOf({ start }), null);
    const refused = submitted(draft, start, { start: stored("5", 2), answer: answered() });
    expect(refused).toMatchObject({ version: 1, savedCount: 0 });
    expect(submitted(draft, start, { start })).toMatchObject({ version: 1, savedCount: 0 });
  });

  test("is no save before it was under way", () => {
    const start = stored("5", 1);
    const sent = reduceDraft(beginDraft(pageOf({ start }), null), { kind: "submitted", start, version: 1 });
    expect(follow(sent, { start: stored("5", 2) }).savedCount).toBe(0);
  });
});

describe("another page", () => {
  test("with the same draft changes nothing, not even the object", () => {
    const draft = beginDraft(pageOf({ start: stored("5", 3) }), null);
    expect(follow(draft, { start: stored("5", 4) })).toBe(draft);
  });

  test("with another booking is another form, without the former copy and answers", () => {
    const answer = answered({}, conflict);
    const draft = beginDraft(pageOf({ start: stored("5", 3), answer }), [["origin", "Tianjin"]]);
    const other = follow(draft, { start: stored("6", 1, { editor: "editor-2" }) });
    expect(other).toMatchObject({ id: "6", version: 1, editor: "editor-2", kept: null, conflict: null });
    expect(other.round).toBe(draft.round + 1);
  });

  test("with a draft that this form did not begin is another form", () => {
    const draft = beginDraft(pageOf(), null);
    expect(follow(draft, { start: stored("5", 1) }).round).toBe(1);
    const elsewhere = follow(draft, { isIdle: false, isOwnSave: false });
    expect(follow(elsewhere, { start: stored("5", 1) }).round).toBe(1);
  });

  test("after a merged save is another form, which shows the stored content", () => {
    const start = stored("5", 1);
    const merged = stored("5", 3, { mergedAt: "3" });
    const draft = submitted(beginDraft(pageOf({ start }), null), start, { start: merged });
    expect(draft).toMatchObject({ id: "5", version: 3, round: 1, kept: null, savedCount: 0 });
  });

  test("with an answer of two versions shows both, and the next answer ends it", () => {
    const draft = beginDraft(pageOf({ start: stored("5", 3) }), null);
    const both = follow(draft, { start: stored("5", 3), answer: answered({}, conflict) });
    expect(both).toMatchObject({ conflict, id: "5", version: 3, round: 0 });
    expect(follow(both, { start: stored("5", 3) }).conflict).toBeNull();
  });
});

describe("what this browser has kept", () => {
  const entries = [
    ["id", "5"],
    ["version", "2"],
    ["draftKey", ""],
    ["editor", "editor-0"],
    ["destination", "London Gateway"],
  ] as const;

  test("is restored with the version on which it is based, as a separate form", () => {
    const page = pageOf({ start: stored("5", 4), answer: answered() });
    const draft = beginDraft(page, null);
    const restored = reduceDraft(draft, { kind: "restored", entries, page });
    expect(restored).toMatchObject({ id: "5", version: 2, editor: "editor-0", kept: entries, round: 1 });
    expect(restored.answerBefore).toBe(page.answer);
  });

  test("stays when the page is reloaded, and saves continue from it", () => {
    const page = pageOf({ start: stored("5", 4) });
    const restored = reduceDraft(beginDraft(page, null), { kind: "restored", entries, page });
    expect(follow(restored, { start: page.start })).toBe(restored);
    expect(reduceDraft(restored, { kind: "saved", id: "5", version: 5 })).toMatchObject({
      version: 5,
      kept: entries,
    });
  });

  test("of a draft without a number continues the draft that its key has created since", () => {
    const unnumbered = [
      ["id", ""],
      ["draftKey", "old-key"],
    ] as const;
    const page = pageOf({
      savedBefore: (name) => (name === "old-key" ? { id: "8", version: 1 } : undefined),
    });
    const restored = reduceDraft(beginDraft(page, null), { kind: "restored", entries: unnumbered, page });
    expect(restored).toMatchObject({ id: "8", version: 1, key: "old-key" });
  });
});
