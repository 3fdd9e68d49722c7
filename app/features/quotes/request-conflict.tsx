import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { buttonStyle } from "#app/ui/button.tsx";
import type { RequestConflict, RequestStart } from "./request.server.ts";

/** Both versions of a request that was changed, or sent, before: the person chooses. The form below holds what was typed. */
export function RequestConflictView({ conflict, formId }: { conflict: RequestConflict; formId: string }) {
  const { t } = useText("quote-form");
  const whole = useRef<HTMLDivElement>(null);
  // The button that was pressed is at the other end of a long page.
  useEffect(() => {
    if (conflict) whole.current?.focus();
  }, [conflict]);
  const { quoteId, quoteNumber } = conflict;
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
      <p className="flex flex-wrap gap-3">
        <button
          type="submit"
          form={formId}
          name="intent"
          value={`keep:${quoteId}:${conflict.version}`}
          className={buttonStyle({ kind: "primary" })}
        >
          {conflict.isSentBefore ? t("conflict.change", { quoteNumber }) : t("conflict.keepMine")}
        </button>
        {conflict.isSentBefore ? (
          <button type="submit" form={formId} name="intent" value="another" className={buttonStyle()}>
            {t("conflict.another")}
          </button>
        ) : null}
        <Link to={`/quote/detail?id=${quoteId}`} className={buttonStyle()}>
          {t("conflict.open", { quoteNumber })}
        </Link>
      </p>
    </div>
  );
}

/** The way back to a form that has been sent leads to its quote, and never in silence to a second one. */
export function SentBefore({ made }: { made: NonNullable<RequestStart["made"]> }) {
  const { t } = useText("quote-form");
  return (
    <Alert kind="warning">
      <p>{t("made.text", { quoteNumber: made.name })}</p>
      <p className="mt-1 flex flex-wrap gap-4">
        <Link to={`/quote/detail?id=${made.id}`} className="underline">
          {t("conflict.open", { quoteNumber: made.name })}
        </Link>
        <Link to="/quote/add" reloadDocument className="underline">
          {t("made.another")}
        </Link>
      </p>
    </Alert>
  );
}
