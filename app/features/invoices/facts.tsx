import { Link } from "#app/components/link.tsx";
import { Facts } from "#app/components/page/facts.tsx";
import { Card } from "#app/ui/card.tsx";

/** Facts with links to what they name. */
export function LinkedFacts({
  facts,
}: {
  facts: readonly { label: string; value: string; links: readonly { text: string; href: string }[] }[];
}) {
  return (
    <Card>
      <Facts
        layout="columns"
        facts={facts.map(({ label, value, links }) => ({
          label,
          value: (
            <>
              {value}
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
