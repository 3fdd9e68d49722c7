import { Form, href } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { EmptyState } from "#app/components/empty-state.tsx";
import { useKeysOn } from "#app/components/keys-on.ts";
import { Link } from "#app/components/link.tsx";
import { Page } from "#app/components/page/page.tsx";
import { Section } from "#app/components/page/section.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { SearchInput } from "#app/ui/input.tsx";
import type { SearchView } from "./search.server.ts";

/** What was found, by kind, below the field. */
export function SearchResults({ title, view }: { title: string; view: SearchView }) {
  const { text, fault, groups, empty, count, list, words } = view;
  const toList = list ? <ButtonLink to={list.href}>{list.text}</ButtonLink> : null;
  return (
    <Page head={{ title }} layout="text" fault={fault}>
      <Form method="get" action={href("/search")} role="search" className="flex items-end gap-2">
        <SearchInput
          key={text}
          name="q"
          defaultValue={text}
          label={words.label}
          maxLength={200}
          className="min-w-0 flex-1"
        />
        <Button kind="primary">{words.submit}</Button>
      </Form>
      {empty ? (
        <EmptyState {...empty}>{toList}</EmptyState>
      ) : (
        <p role="status" className="text-quiet">
          {count}
        </p>
      )}
      {groups.map(({ title, rows }) => (
        <Section key={title} title={title} layout="item">
          <ul className="flex flex-col gap-1">
            {rows.map((row) => (
              <li key={row.href}>
                <Link to={row.href} className="inline-block py-1 text-link underline wrap-anywhere">
                  {row.title}
                </Link>{" "}
                {"line" in row ? <span className="text-quiet wrap-anywhere">{row.line}</span> : null}
              </li>
            ))}
          </ul>
        </Section>
      ))}
      {empty || !toList ? null : <p>{toList}</p>}
      <KeySwitch text={words.key} />
    </Page>
  );
}

/** Only with scripts. */
function KeySwitch({ text }: { text: string }) {
  const [isOn, setOn] = useKeysOn();
  return isOn === null ? null : (
    <Checkbox checked={isOn} onChange={(event) => setOn(event.target.checked)} className="max-sm:hidden">
      {text}
    </Checkbox>
  );
}
