import { Card } from "#app/ui/card.tsx";
import { cn } from "#app/ui/cn.ts";

const layouts = {
  column: ["flex flex-col gap-4", ""],
  close: ["flex flex-col gap-3", ""],
  /** One after another as text runs, with a space below the heading only. */
  text: ["", "mb-2"],
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
  title: string;
  id?: string;
  layout?: keyof typeof layouts;
  isPlain?: boolean;
  className?: string;
  children?: React.ReactNode;
}) {
  const Frame = isPlain ? "section" : Card;
  const [inside, below] = layouts[layout];
  return (
    <Frame
      id={id}
      tabIndex={id ? -1 : undefined}
      aria-labelledby={id && `${id}-title`}
      className={cn(inside, className) || undefined}
    >
      <h2 id={id && `${id}-title`} className={cn("wrap-anywhere text-lg font-semibold", below)}>
        {title}
      </h2>
      {children}
    </Frame>
  );
}
