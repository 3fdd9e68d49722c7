import { Page } from "#app/components/page/page.tsx";
import { Section } from "#app/components/page/section.tsx";
import type { MapPicture, MapView } from "./map.server.ts";

const head = "border-b border-line px-2 py-1 text-left align-top text-xs font-normal text-quiet";
// On a phone a leg is a paragraph: columns would be narrower than a word.
const cell = "px-2 py-1 text-left align-top font-normal sm:border-b sm:border-line max-sm:px-0";

/** A shipment's journey on a map, and its legs in words. */
export function ShipmentMap({ view }: { view: MapView }) {
  return (
    <Page head={{ title: view.heading, back: { href: view.back.path, text: view.back.text } }}>
      {view.note ? <p>{view.note}</p> : null}
      <div>
        <JourneysMap view={view} />
      </div>
    </Page>
  );
}

/** The picture, its legs as a table, and whose data it shows. */
export function JourneysMap({ view }: { view: Pick<MapView, "picture" | "legs" | "sources"> }) {
  const { legs, sources } = view;
  return (
    <>
      {view.picture ? <Picture picture={view.picture} /> : null}
      {legs ? (
        <Section title={legs.title} layout="text" className="mt-4">
          <table className="w-full max-sm:block sm:table-fixed">
            <thead className="max-sm:sr-only">
              <tr>
                {legs.columns.map((label, index) => (
                  <th key={label} scope="col" className={index === 0 ? `${head} w-2/5` : head}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="max-sm:block">
              {legs.rows.map(({ key, cells: [leg, ...others] }) => (
                <tr key={key} className="max-sm:block max-sm:border-b max-sm:border-line max-sm:py-2">
                  <th scope="row" className={`${cell} max-sm:block max-sm:font-semibold`}>
                    {leg}
                  </th>
                  {others.map((text, index) => (
                    <td key={legs.columns[index + 1]} className={`${cell} max-sm:inline`}>
                      {text}
                      {index < others.length - 1 ? (
                        <span aria-hidden="true" className="sm:hidden">
                          {" "}
                          ·
                        </span>
                      ) : null}{" "}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {legs.texts.map((text) => (
            <p key={text} className="mt-2 text-quiet">
              {text}
            </p>
          ))}
        </Section>
      ) : null}
      {sources ? (
        <p className="mt-3 text-xs text-quiet">
          <Sources view={sources} />
        </p>
      ) : null}
    </>
  );
}

/** Whose data a map shows. */
export function Sources({ view: { label, links } }: { view: NonNullable<MapView["sources"]> }) {
  return (
    <>
      {label}
      {links.map(({ name, url }) => (
        <span key={url}>
          {" "}
          <a href={url} rel="noreferrer" className="mr-2 text-link underline">
            {name}
          </a>
        </span>
      ))}
    </>
  );
}

/** The picture with its legend. */
function Picture({ picture }: { picture: MapPicture }) {
  return (
    <figure>
      <SchemedPicture picture={picture} />
      <figcaption className="mt-2 text-quiet">
        {picture.legends.join(" ")}{" "}
        <a href={picture.wide.addresses.light} className="text-link underline print:hidden">
          {picture.closeUp}
        </a>
      </figcaption>
    </figure>
  );
}

/**
 * One picture for each width and colour scheme: the browser asks for the one that it shows, and for one beside other things
 * (`isLate`) when nothing else is to be loaded.
 */
export function SchemedPicture({
  picture,
  isLate = false,
}: {
  picture: Pick<MapPicture, "narrow" | "wide" | "alt">;
  isLate?: boolean;
}) {
  const { narrow, wide, alt } = picture;
  return (
    <picture>
      <source
        media="(max-width: 639px) and (prefers-color-scheme: dark)"
        srcSet={narrow.addresses.dark}
        {...dimensions(narrow)}
      />
      <source media="(max-width: 639px)" srcSet={narrow.addresses.light} {...dimensions(narrow)} />
      <source media="(prefers-color-scheme: dark)" srcSet={wide.addresses.dark} />
      <img
        src={wide.addresses.light}
        alt={alt}
        {...(isLate ? late : null)}
        {...dimensions(wide)}
        loading="lazy"
        className="h-auto w-full rounded border border-line"
      />
    </picture>
  );
}

const late = { loading: "lazy", fetchPriority: "low" } as const;

const dimensions = ({ width, height }: { width: number; height: number }) => ({ width, height });
