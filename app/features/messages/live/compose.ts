/** Editing the text of a message. Pure, so that it works for every field. */

export interface TypedText {
  text: string;
  /** Position of the cursor afterwards. */
  cursor: number;
}

/** Inserts text at the cursor, or replaces the selection. */
export function insertAt(text: string, start: number, end: number, piece: string): TypedText {
  return { text: text.slice(0, start) + piece + text.slice(end), cursor: start + piece.length };
}

interface KeyPress {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
  isComposing: boolean;
  keyCode: number;
}

/** Safari ends a composition before the event of its key, and reports the key by this code. */
const KEY_OF_AN_INPUT_METHOD = 229;

/** Enter sends. Shift+Enter starts a line, and during Chinese input Enter selects the candidate. */
export function isSendKey(event: KeyPress): boolean {
  return (
    event.key === "Enter" &&
    !event.shiftKey &&
    !event.ctrlKey &&
    !event.altKey &&
    !event.metaKey &&
    !event.isComposing &&
    event.keyCode !== KEY_OF_AN_INPUT_METHOD
  );
}

/** The cell to which an arrow key moves in a grid of `count` cells; null for other keys. */
export function gridStep(key: string, at: number, columns: number, count: number): number | null {
  const steps: Record<string, number> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: at + columns,
    ArrowUp: at - columns,
    Home: 0,
    End: count - 1,
  };
  const next = steps[key];
  return next === undefined ? null : next >= 0 && next < count ? next : at;
}
