// Chinese, Japanese and Korean characters are twice as wide.
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/g;

const ELLIPSIS = "…";
/** Characters that surely fit into a cell. */
const ROOM = 24;

/**
 * Text of a table cell: clamped to two lines, and complete in a popover 200 px wide on hover and keyboard
 * focus (product 2.8), without a script. `text` may end with an ellipsis in place of the rest of `full`: text
 * browsers and screen readers get the complete text, once. Text that surely fits into the cell stays
 * plain, without a tab stop.
 */
export function ClampedText(props: { text: string }) {
  return clamped(props);
}

/** The same without a component, for tables: most of their cells are a short text. */
export function clamped({ text, full = text }: { text: string; full?: string }): React.ReactNode {
  const width = text.length + (text.match(WIDE)?.length ?? 0);
  if (full === text && width <= ROOM) return text;
  const cut = full === text ? text : text.slice(0, -ELLIPSIS.length);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the popover has to open by keyboard too
    <span className="clamp" tabIndex={0} data-full={full}>
      <span className={full === text ? undefined : "cut"}>
        {cut}
        {full === text ? null : <span className="sr-only">{full.slice(cut.length)}</span>}
      </span>
    </span>
  );
}
