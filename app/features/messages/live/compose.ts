/** Typing a message. Pure, so that it holds for every field. */

export interface TypedText {
  text: string;
  /** Where the cursor stands afterwards. */
  cursor: number;
}

/** Puts a piece in the place of what is selected, or where the cursor is. */
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

/** Safari ends a composition before it tells of the key that did it, and names the key by this. */
const KEY_OF_AN_INPUT_METHOD = 229;

/** Enter sends. With Shift it begins a line, and while Chinese is being composed it takes the candidate. */
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

/** Where an arrow key leads in a grid of `count` cells; null for other keys. */
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
