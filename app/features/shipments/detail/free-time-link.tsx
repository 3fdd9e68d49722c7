import { Link } from "#app/components/link.tsx";
import { timed } from "#app/components/moment.tsx";
import type { Line } from "#app/lib/moment.ts";

/** Leads to the last free days, with the first one in words where one is known. */
export function FreeTimeLink({
  path,
  label,
  summary,
}: {
  path: string;
  label: string;
  summary: { text: Line; isOver: boolean } | null;
}) {
  return (
    <p className="mb-3">
      {summary ? (
        <>
          <span className={summary.isOver ? "font-medium text-danger" : "font-medium"}>
            {timed(summary.text)}
          </span>
          {" · "}
        </>
      ) : null}
      <Link to={path} className="text-link underline print:hidden">
        {label}
      </Link>
    </p>
  );
}
