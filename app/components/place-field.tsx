import type { FieldMetadata } from "@conform-to/react";
import { Field } from "./form.tsx";

/** A place: a known one may be chosen, any other typed. `places` come from `knownPlaces`. */
export function PlaceField({
  field,
  label,
  hint,
  places,
  ...rest
}: {
  field: FieldMetadata<string | undefined>;
  label: string;
  hint?: string;
  places: readonly string[];
} & Omit<React.ComponentProps<"input">, "id" | "name" | "form">) {
  const list = `${field.id}-places`;
  return (
    <>
      <Field field={field} label={label} hint={hint} list={places.length > 0 ? list : undefined} {...rest} />
      {places.length > 0 ? (
        <datalist id={list}>
          {places.map((place) => (
            <option key={place} value={place} />
          ))}
        </datalist>
      ) : null}
    </>
  );
}
