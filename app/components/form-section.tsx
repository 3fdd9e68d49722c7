import { Card } from "#app/ui/card.tsx";
import { cn } from "#app/ui/cn.ts";

/** A part of a long form under its own heading. */
export function FormSection({
  title,
  className,
  children,
}: {
  title: string;
  className?: string;
  children: React.ReactNode;
}) {
  return (
    <Card className={cn("flex flex-col gap-4", className)}>
      <h2 className="text-lg font-semibold">{title}</h2>
      {children}
    </Card>
  );
}
