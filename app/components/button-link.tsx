import type { VariantProps } from "class-variance-authority";
import { buttonStyle } from "#app/ui/button.tsx";
import { cn } from "#app/ui/cn.ts";
import { Link } from "./link.tsx";

type Target = React.ComponentProps<typeof Link> | (React.ComponentProps<"a"> & { href: string });

/**
 * A link that looks like a button: `to` a page of the portal, or `href` where the browser fetches a document. The space behind it
 * parts it from the next word in a browser without style sheets.
 */
export function ButtonLink({ kind, size, className, ...target }: Target & VariantProps<typeof buttonStyle>) {
  const look = cn(buttonStyle({ kind, size }), className);
  return <>{"to" in target ? <Link {...target} className={look} /> : <a {...target} className={look} />} </>;
}
