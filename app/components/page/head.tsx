import { Crumbs } from "./crumbs.tsx";

type Head = React.ComponentProps<typeof Title>;

/** The top of a page that is written without `Page`: the way back, and its title. */
export function PageHead({ back, ...head }: Head & Pick<React.ComponentProps<typeof Crumbs>, "back">) {
  return (
    <div>
      <Crumbs back={back} />
      <Title {...head} />
    </div>
  );
}

/** A page's title as the only h1 with a badge, a line about it, and at its right what can be done. */
export function Title({
  title,
  badge,
  lead,
  actions,
}: {
  title: string;
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
  return lead ? (
    <div>
      {row}
      <p className="text-quiet">{lead}</p>
    </div>
  ) : (
    row
  );
}
