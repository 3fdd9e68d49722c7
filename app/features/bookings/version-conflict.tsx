import { useEffect, useRef } from "react";
import { useText } from "#app/locales/use-text.ts";
import { buttonStyle } from "#app/ui/button.tsx";
import { keepOver } from "./booking-fields.ts";
import type { BookingReply } from "./form.server.ts";

/** Two have saved the same draft: both versions, and the choice. The form below still holds what was typed. */
export function VersionConflict({
  conflict,
  formId,
  onTakeTheirs,
}: {
  conflict: NonNullable<BookingReply["conflict"]>;
  formId: string;
  onTakeTheirs: () => void;
}) {
  const { t } = useText("booking-form");
  const whole = useRef<HTMLDivElement>(null);
  // The button that was pressed is at the other end of a long page.
  useEffect(() => {
    if (conflict) whole.current?.focus();
  }, [conflict]);
  return (
    <div
      ref={whole}
      role="alert"
      tabIndex={-1}
      className="rounded-md border-l-4 border-warning bg-warning-soft px-4 py-3"
    >
      <h2 className="font-semibold text-warning">{conflict.title}</h2>
      <p>{conflict.text}</p>
      <table className="my-3 w-full text-left">
        <thead>
          <tr className="border-b border-line">
            <th className="py-1 pr-3">{t("conflict.field")}</th>
            <th className="py-1 pr-3">{t("conflict.mine")}</th>
            <th className="py-1">{conflict.theirs}</th>
          </tr>
        </thead>
        <tbody>
          {conflict.differences.map((each) => (
            <tr key={each.label} className="border-b border-line align-top">
              <th scope="row" className="py-1 pr-3 font-medium">
                {each.label}
              </th>
              <td className="py-1 pr-3 wrap-anywhere">{each.mine || t("conflict.empty")}</td>
              <td className="py-1 wrap-anywhere">{each.theirs || t("conflict.empty")}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mb-2 text-quiet">{t("conflict.rest")}</p>
      <p className="flex flex-wrap gap-3">
        <button
          type="submit"
          form={formId}
          name="intent"
          value={keepOver(conflict.version)}
          className={buttonStyle({ kind: "primary" })}
        >
          {t("conflict.keepMine")}
        </button>
        <a href={conflict.href} onClick={onTakeTheirs} className={buttonStyle()}>
          {t("conflict.takeTheirs")}
        </a>
      </p>
    </div>
  );
}
