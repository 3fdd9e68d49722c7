import { buttonStyle } from "#app/ui/button.tsx";
import { TwoVersions } from "./two-versions.tsx";

/** Name of the field by which a form says how it began. */
export const BEGUN = "begun";

/** Says with which values the form began, so that `mergeBegun` knows what was touched. */
export function Begun({ fields }: { fields: Readonly<Record<string, string | undefined>> }) {
  return <input type="hidden" name={BEGUN} value={JSON.stringify(fields)} />;
}

/** What `conflicting` answers. */
export interface BegunConflict {
  title: string;
  text: string;
  columns: readonly [field: string, mine: string, theirs: string];
  rows: readonly { label: string; first: string; second: string }[];
  keepMine: string;
  takeTheirs: string;
}

/** Both values of the fields in conflict, above the form that keeps what was typed. */
export function BegunChoice({
  conflict,
  formId,
  href,
}: {
  conflict: BegunConflict;
  formId: string;
  /** The page as it stands now. */
  href: string;
}) {
  const { keepMine, takeTheirs, ...versions } = conflict;
  return (
    <TwoVersions answer={conflict} {...versions}>
      <p className="flex flex-wrap gap-3">
        <button type="submit" form={formId} className={buttonStyle({ kind: "primary" })}>
          {keepMine}
        </button>{" "}
        <a href={href} className={buttonStyle()}>
          {takeTheirs}
        </a>
      </p>
    </TwoVersions>
  );
}
