import { parse } from "@conform-to/react";
import { type RefObject, useEffect, useState } from "react";
import { visibleWithContainers } from "#app/components/freight-parts.tsx";
import { loadChunk } from "#app/lib/load-chunk.ts";
import { useText } from "#app/locales/use-text.ts";
import type { BookingFields } from "../booking-fields.ts";
import { type FormSectionName, formSections, sectionId } from "./section-names.ts";

/**
 * Links to the sections, with a mark at those that have all that a submission needs: as the server found, and
 * with scripts as it is now.
 */
export function SectionIndex({
  form,
  unfinished,
}: {
  form: RefObject<HTMLFormElement | null>;
  unfinished: readonly FormSectionName[];
}) {
  const { t } = useText("booking-form");
  const open = useUnfinished(form, unfinished);
  return (
    <nav aria-label={t("index.title")} className="min-w-0 print:hidden">
      <ol className="top-4 flex flex-wrap gap-x-4 lg:sticky lg:flex-col">
        {formSections.map((name) => (
          <li key={name} className={name === "containers" ? visibleWithContainers : "flex"}>
            <a
              href={`#${sectionId(name)}`}
              className="flex min-h-9 items-center gap-2 whitespace-nowrap hover:underline"
            >
              <Mark isDone={!open.includes(name)} />
              {t(`section.${name}`)}{" "}
              <span className="sr-only">{t(open.includes(name) ? "index.open" : "index.done")}</span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Mark({ isDone }: { isDone: boolean }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
      className={`shrink-0 ${isDone ? "text-success" : "text-quiet"}`}
    >
      <circle cx="8" cy="8" r="7" fill={isDone ? "currentColor" : "none"} />
      {isDone ? <path d="m4.5 8.3 2.4 2.4 4.6-5.2" className="stroke-card" strokeWidth="2" /> : null}
    </svg>
  );
}

/** Asks the check of a submission after each input, and after each rendering, since rows and addresses fire no input. */
function useUnfinished(
  form: RefObject<HTMLFormElement | null>,
  known: readonly FormSectionName[],
): readonly string[] {
  const [inView, setInView] = useState<string | null>(null);
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    let isGone = false;
    const check = async () => {
      // If the chunk cannot be loaded, the server's marks stay, and the next input tries again.
      const progress = await loadChunk(() => import("./section-progress.ts"));
      if (isGone || !progress) return;
      const { payload } = parse(new FormData(element), { resolve: (value) => ({ value }) });
      setInView(progress.unfinishedSections(payload as BookingFields).join(" "));
    };
    const onInput = () => void check();
    element.addEventListener("input", onInput);
    onInput();
    return () => {
      isGone = true;
      element.removeEventListener("input", onInput);
    };
  });
  return inView === null ? known : inView.split(" ");
}
