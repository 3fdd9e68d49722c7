import { Card } from "#app/ui/card.tsx";
import { cn } from "#app/ui/cn.ts";

/** A part of a long form under its own heading. Links to its `id` move the focus to it. */
export function FormSection({
  title,
  id,
  className,
  children,
}: {
  title: string;
  id?: string;
  className?: string;
  children: React.ReactNode;
}) {
  return (
    <Card
      id={id}
      tabIndex={id ? -1 : undefined}
      aria-labelledby={id ? `${id}-title` : undefined}
      className={cn("flex flex-col gap-4", className)}
    >
      <h2 id={id && `${id}-title`} className="text-lg font-semibold">
        {title}
      </h2>
      {children}
    </Card>
  );
}
