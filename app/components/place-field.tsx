import { useCallback, useEffect, useRef, useState } from "react";
import { InputField } from "./form-controls.tsx";
import type { SuggestedPlace } from "./place-field.server.ts";
import { PlaceLookup } from "./place-lookup.ts";

/**
 * A place: a suggested one or any text. `places` come from `knownPlaces` and are all that is suggested without
 * scripts. With scripts all places are suggested for what is typed, and a code, or a name in the other language,
 * becomes the place's name when the field is left.
 */
export function PlaceField({
  places,
  ...rest
}: React.ComponentProps<typeof InputField> & { places: readonly string[] }) {
  const list = `${rest.field.id}-places`;
  const [suggested, setSuggested] = useState<{ text: string; places: SuggestedPlace[] } | null>(null);
  const lookup = useRef<PlaceLookup>(null);
  lookup.current ??= new PlaceLookup();
  const suggest = useCallback(async (text: string) => {
    const suggested = await lookup.current?.suggest(text);
    if (suggested) setSuggested({ text, places: suggested });
  }, []);
  const { id } = rest.field;
  useEffect(() => {
    // On a slow line somebody types before this script has come.
    const input = document.getElementById(id);
    if (
      input instanceof HTMLInputElement &&
      input === document.activeElement &&
      input.value !== input.defaultValue
    )
      void suggest(input.value);
    return () => lookup.current?.stop();
  }, [id, suggest]);
  const onBlur = async ({ currentTarget: input }: React.FocusEvent<HTMLInputElement>) => {
    const text = input.value;
    const name = await lookup.current?.placeOf(text);
    // Meanwhile something else may have been typed.
    if (!name || input.value !== text) return;
    input.value = name;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const options = suggested?.places.map(({ name, country }) => ({
    name,
    label: labelOf(suggested.text, name, country),
  }));
  return (
    <>
      <InputField
        list={list}
        onInput={({ currentTarget }) => suggest(currentTarget.value)}
        onBlur={onBlur}
        {...rest}
      />
      <datalist id={list}>
        {(options ?? places.map((name) => ({ name, label: undefined }))).map(({ name, label }) => (
          <option key={name} value={name} label={label} />
        ))}
      </datalist>
    </>
  );
}

/** Browsers show the options that contain the typed text, also one that is in the other language. */
function labelOf(text: string, name: string, country: string): string {
  const isIn = `${name} ${country}`.toLowerCase().includes(text.trim().toLowerCase());
  return isIn ? country : `${text.trim()} · ${country}`;
}
