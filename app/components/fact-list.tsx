import { type Line, textOf } from "#app/lib/moment.ts";
import { timed } from "./moment.tsx";

/** What is known of an entry of a list, a short line each. */
export function FactList({ facts }: { facts: readonly Line[] }) {
  return (
    <ul className="text-xs text-quiet digits">
      {facts.map((fact) => (
        <li key={textOf(fact)} className="wrap-anywhere">
          {timed(fact)}
        </li>
      ))}
    </ul>
  );
}
