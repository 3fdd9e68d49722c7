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

/** Saves of this visit, by id, or by draft key while there is none. */
const savedDrafts = new Map<string, SavedDraft>();

function remember(key: string, saved: SavedDraft): void {
  if (key) savedDrafts.set(key, saved);
  if (saved.id) savedDrafts.set(saved.id, saved);
}

export interface FormDraft {
  draft: Draft;
  /** The form's own submit starts, based on this version. */
  noteSubmit: (version: number | null) => void;
  noteSaved: (id: string, version: number) => void;
  restore: (entries: FormEntries) => void;
}

/** Keeps the form's state across pages and saves. */
export function useDraft(
  start: FormStart,
  answer: BookingReply | undefined,
  { path, isTemplate }: { path: string; isTemplate: boolean },
): FormDraft {
  const { pathname, search } = useLocation();
  const { state, formMethod, formAction } = useNavigation();
  const page: DraftPage = {
    start,
    answer,
    isIdle: state === "idle",
    isOwnSave: formMethod === "POST" && formAction?.split("?")[0] === path.split("?")[0],
    savedBefore: (name) => (isTemplate ? undefined : savedDrafts.get(name)),
  };
  const [draft, dispatch] = useReducer(reduceDraft, page, (initialPage) =>
    beginDraft(initialPage, keptEntries(pathname, search)),
  );
  // During render: one booking's form must never show another's fields, not even for a frame.
  if (reduceDraft(draft, { kind: "page", page }) !== draft) dispatch({ kind: "page", page });
  const { key, id, version, savedCount } = draft;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the outcome of an autosave is remembered when it happens
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
