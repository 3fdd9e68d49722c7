import { Link } from "#app/components/link.tsx";
import { timed } from "#app/components/moment.tsx";
import { Facts } from "#app/components/page/facts.tsx";
import type { Line } from "#app/lib/moment.ts";
import { Card } from "#app/ui/card.tsx";

/** Facts with links to what they name. */
export function LinkedFacts({
  facts,
}: {
  facts: readonly { label: string; value: Line; links: readonly { text: string; href: string }[] }[];
}) {
  return (
    <Card>
      <Facts
        layout="columns"
        facts={facts.map(({ label, value, links }) => ({
          label,
          value: (
            <>
              {timed(value)}
              {links.map(({ text, href }) => (
                <Link key={href} to={href} className="mr-3 text-link underline">
                  {`${text} `}
                </Link>
              ))}
            </>
          ),
        }))}
      />
    </Card>
  );
}
