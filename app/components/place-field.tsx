import { InputField } from "./form-controls.tsx";

/** A place: a suggested one or any text. `places` come from `knownPlaces`. */
export function PlaceField({
  places,
  ...rest
}: React.ComponentProps<typeof InputField> & { places: readonly string[] }) {
  const list = `${rest.field.id}-places`;
  return (
    <>
      <InputField list={places.length > 0 ? list : undefined} {...rest} />
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
