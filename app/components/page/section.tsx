import { Card } from "#app/ui/card.tsx";
import { cn } from "#app/ui/cn.ts";

const layouts = {
  column: ["flex flex-col gap-4", "text-lg"],
  close: ["flex flex-col gap-3", "text-lg"],
  /** One after another as text runs, with a space below the heading only. */
  text: ["", "mb-2 text-lg"],
  /** One of many of a kind. */
  item: ["flex flex-col gap-2", ""],
  /** A figure or a chart right below its name. */
  tile: ["", "text-base"],
} as const;

/**
 * A part of a page under its own heading, in a card unless it `isPlain`. Links to its `id` move the focus to it. `className` places
 * it among its neighbours.
 */
export function Section({
  title,
  id,
  layout = "column",
  isPlain = false,
  className,
  children,
}: {
  title: React.ReactNode;
  id?: string;
  layout?: keyof typeof layouts;
  isPlain?: boolean;
  className?: string;
  children?: React.ReactNode;
}) {
  const Frame = isPlain ? "section" : Card;
  const [inside, heading] = layouts[layout];
  return (
    <Frame
      id={id}
      tabIndex={id ? -1 : undefined}
      aria-labelledby={id && `${id}-title`}
      className={cn(inside, className) || undefined}
    >
      <h2 id={id && `${id}-title`} className={cn("wrap-anywhere font-semibold", heading)}>
        {title}
      </h2>
      {children}
    </Frame>
  );
}
