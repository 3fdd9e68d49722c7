import { Link } from "../link.tsx";

/**
 * The top of a page: the way back, its title as the only h1 with a badge, a line about it, and at its right what can be done.
 */
export function PageHead({
  title,
  back,
  badge,
  lead,
  actions,
}: {
  title: string;
  back?: { href: string; text: string };
  badge?: React.ReactNode;
  lead?: React.ReactNode;
  actions?: React.ReactNode;
}) {
  const heading = <h1 className="min-w-0 wrap-anywhere text-xl font-semibold">{title}</h1>;
  const named = badge ? (
    <div className="flex flex-wrap items-center gap-3">
      {heading} {badge}
    </div>
  ) : (
    heading
  );
  const row = actions ? (
    <div className="flex flex-wrap items-center justify-between gap-2">
      {named} {actions}
    </div>
  ) : (
    named
  );
  return back || lead ? (
    <div>
      {back ? (
        <p className="mb-2 print:hidden">
          <Link to={back.href} className="text-link hover:underline">
            {back.text}
          </Link>
        </p>
      ) : null}
      {row}
      {lead ? <p className="text-quiet">{lead}</p> : null}
    </div>
  ) : (
    row
  );
}
