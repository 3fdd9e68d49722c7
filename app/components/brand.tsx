import { useRootData } from "./root-data.ts";

/** The product's name as a link home. A plain link on pages without the router. */
export function Brand({ href }: { href: string }) {
  const { product, logo } = useRootData();
  if (logo)
    return (
      <a href={href} className="brand">
        <picture>
          {logo.dark ? <source srcSet={logo.dark} media="(prefers-color-scheme:dark)" /> : null}
          <img src={logo.light} alt={product} className="logo" />
        </picture>
      </a>
    );
  return (
    <a href={href} className="brand">
      <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
        <rect width="32" height="32" rx="7" fill="currentColor" />
        <path d="M9 7h15v4H13v4h9v4h-9v6H9z" fill="var(--on-brand,#fff)" />
      </svg>
      <span>{product}</span>
    </a>
  );
}
