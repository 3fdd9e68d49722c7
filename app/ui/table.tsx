import { cn } from "./cn.ts";

/**
 * A table in a frame, which it scrolls sideways in. Below 40em (640 px) its rows are cards: every `td` has its column's name in
 * `data-label`, and the first cell is `<th scope="row">`.
 */
export function Table({
  caption,
  className,
  children,
}: {
  caption: string;
  className?: string;
  children: React.ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways has to scroll by keyboard too
    <section className="table-frame" aria-label={caption} tabIndex={0}>
      <table className={cn("data-table", className)}>
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </section>
  );
}
