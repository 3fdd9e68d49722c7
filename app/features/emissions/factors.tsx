import { Section } from "#app/components/page/section.tsx";
import type { FactorView } from "./factors.server.ts";

/** The factors of figures, with their sources. */
export function Factors({ title, factors }: { title: string; factors: FactorView[] }) {
  return (
    <Section title={title} layout="text" isPlain className="max-w-text">
      {factors.map(({ id, title: name, texts, source }) => (
        <div key={id} className="mb-3">
          <h3 className="font-semibold">{name}</h3>
          <p>
            {`${source.label} `}
            {source.address ? (
              <a href={source.address} rel="noreferrer" className="text-link underline">
                {source.text}
              </a>
            ) : (
              source.text
            )}
          </p>
          <ul className="list-disc pl-5 text-quiet">
            {texts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      ))}
    </Section>
  );
}
