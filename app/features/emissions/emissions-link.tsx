import { Link } from "#app/components/link.tsx";

/** Leads to the page; absent where the provider computes no emissions (then `link` is null). */
export function EmissionsLink({ link }: { link: { path: string; text: string } | null }) {
  if (link === null) return null;
  return (
    <>
      {" "}
      <Link to={link.path} className="py-1 text-link underline print:hidden">
        {link.text}
      </Link>
    </>
  );
}
