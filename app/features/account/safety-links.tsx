import { Link } from "#app/components/link.tsx";
import { Section } from "#app/components/page/section.tsx";
import { useText } from "#app/locales/use-text.ts";
import type { SafetyLink } from "./safety.server.ts";

/** How the person signs in and where they are: a list of pages. */
export function SafetyLinks({ links }: { links: readonly SafetyLink[] }) {
  const { t } = useText("safety");
  if (links.length === 0) return null;
  return (
    <Section title={t("title")} layout="text">
      <ul className="flex flex-col gap-2">
        {links.map(({ name, href }) => (
          <li key={name}>
            <Link to={href} className="text-link underline">
              {t(`link.${name}`)}
            </Link>{" "}
            <span className="block text-xs text-quiet">{t(`about.${name}`)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
