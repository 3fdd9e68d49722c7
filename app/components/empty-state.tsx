/** An empty list: the reason, and what to do next (the children: links or buttons). */
export function EmptyState({
  title,
  text,
  children,
}: {
  title: string;
  text: string;
  children?: React.ReactNode;
}) {
  return (
    <div className="rounded-lg border border-line bg-card px-4 py-8 text-center">
      <p className="text-base font-semibold">{title}</p>
      <p className="mt-1 text-quiet">{text}</p>
      {children ? <p className="mt-4 flex flex-wrap justify-center gap-3">{children}</p> : null}
    </div>
  );
}
