import { Link } from "#app/components/link.tsx";
import { Card } from "#app/ui/card.tsx";

/** Facts with links to what they name. */
export function Facts({
  facts,
}: {
  facts: readonly { label: string; value: string; links: readonly { text: string; href: string }[] }[];
}) {
  return (
    <Card>
      <dl className="grid gap-x-6 sm:grid-cols-2">
        {facts.map(({ label, value, links }) => (
          <div key={label} className="flex gap-x-2 py-0.5">
            <dt className="w-2/5 text-quiet">{label}</dt>
            <dd className="min-w-0 flex-1 wrap-anywhere">
              {value}
              {links.map(({ text, href }) => (
                <Link key={href} to={href} className="mr-3 text-link underline">
                  {`${text} `}
                </Link>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
