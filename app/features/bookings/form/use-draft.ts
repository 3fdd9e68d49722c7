import { useEffect, useReducer } from "react";
import { useLocation, useNavigation } from "react-router";
import { keptEntries } from "#app/components/kept-page.ts";
import {
  beginDraft,
  type Draft,
  type DraftPage,
  type FormEntries,
  reduceDraft,
  type SavedDraft,
} from "./draft.ts";
import type { BookingReply } from "./form.server.ts";
import type { FormStart } from "./form-start.server.ts";

/** What pages of this visit have saved, by id, or by key as long as there is none. */
const savedDrafts = new Map<string, SavedDraft>();

function remember(key: string, saved: SavedDraft): void {
  if (key) savedDrafts.set(key, saved);
  if (saved.id) savedDrafts.set(saved.id, saved);
}

export interface DraftOfForm {
  draft: Draft;
  /** The form's own submit leaves, over this version. */
  noteSubmit: (version: number | null) => void;
  noteSaved: (id: string, version: number) => void;
  restore: (entries: FormEntries) => void;
}

/** Follows what the form holds, from page to page and from save to save. */
export function useDraft(
  start: FormStart,
  answer: BookingReply | undefined,
  { path, isTemplate }: { path: string; isTemplate: boolean },
): DraftOfForm {
  const { pathname, search } = useLocation();
  const { state, formMethod, formAction } = useNavigation();
  const page: DraftPage = {
    start,
    answer,
    isIdle: state === "idle",
    isOwnSave: formMethod === "POST" && formAction?.split("?")[0] === path.split("?")[0],
    savedBefore: (name) => (isTemplate ? undefined : savedDrafts.get(name)),
  };
  const [draft, dispatch] = useReducer(reduceDraft, page, (given) =>
    beginDraft(given, keptEntries(pathname, search)),
  );
  // While it is drawn: the fields of another booking must not stand in this one's form for a moment.
  if (reduceDraft(draft, { kind: "page", page }) !== draft) dispatch({ kind: "page", page });
  const { key, id, version, savedCount } = draft;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a save by itself reaches is remembered as it happens
  useEffect(() => {
    if (savedCount > 0 && !isTemplate) remember(key, { id, version });
  }, [savedCount]);
  return {
    draft,
    noteSubmit: (over) => dispatch({ kind: "submitted", start, version: over }),
    noteSaved: (savedId, savedVersion) => {
      remember(key, { id: savedId, version: savedVersion });
      dispatch({ kind: "saved", id: savedId, version: savedVersion });
    },
    restore: (entries) => dispatch({ kind: "restored", entries, page }),
  };
}
