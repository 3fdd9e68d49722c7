/** What is known of an entry of a list, a short line each. */
export function FactList({ facts }: { facts: readonly string[] }) {
  return (
    <ul className="text-xs text-quiet digits">
      {facts.map((fact) => (
        <li key={fact} className="wrap-anywhere">
          {fact}
        </li>
      ))}
    </ul>
  );
}
