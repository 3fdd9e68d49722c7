import { href, isRouteErrorResponse, Link, useLocation } from "react-router";
import { leaveHref } from "#app/access/page-owner.ts";
import { isTrouble, type TypedField } from "#app/access/trouble.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button, buttonStyle } from "#app/ui/button.tsx";
import { LinkLost } from "./form-keeper.ts";
import { ReloginAlert } from "./relogin-alert.tsx";
import { useRootData } from "./root-data.ts";

/** What a boundary shows (product 8.1): what happened, in the user's language, and what to do. Never a stack trace. */
export function TroublePage({ error }: { error: unknown }) {
  const { t } = useText("errors");
  const { product } = useRootData();
  const location = useLocation();
  const trouble = isRouteErrorResponse(error) && isTrouble(error.data) ? error.data : null;
  const here = location.pathname + location.search;
  if (trouble?.kind === "accountState")
    return (
      <>
        <title>{`${t(`accountState.${trouble.state}.title`)} · ${product}`}</title>
        <ReloginAlert state={trouble.state} minutes={trouble.minutes} words={trouble.words}>
          {trouble.typed ? (
            <>
              <p className="mt-4">
                {t(trouble.typed.length > 0 ? "typedAndSessionOver" : "filesAndSessionOver")}
              </p>
              <div className="mt-3 flex flex-wrap gap-3">
                <a
                  href={trouble.state === "otherPerson" ? leaveHref(href("/")) : href("/login")}
                  target="_blank"
                  rel="noopener"
                  className={buttonStyle()}
                >
                  {t("signInBeside")}
                </a>
                {trouble.typed.length > 0 ? (
                  <SendAgain to={here} typed={trouble.typed} />
                ) : (
                  <a href={here} className={buttonStyle()}>
                    {t("chooseAgain")}
                  </a>
                )}
              </div>
            </>
          ) : null}
        </ReloginAlert>
      </>
    );
  const isLost = error instanceof LinkLost;
  const typed = trouble?.typed?.length ? trouble.typed : undefined;
  const call = trouble?.kind === "unavailable" ? trouble.call : undefined;
  const [title, text] =
    trouble?.kind === "unavailable"
      ? [t(`unavailable.${trouble.reason}.title`), t(`unavailable.${trouble.reason}.text`)]
      : trouble?.kind === "refused"
        ? [t("refused.title"), trouble.message || t("error")]
        : trouble?.kind === "tooMany"
          ? [t("tooMany.title"), t("tooMany.text", { seconds: trouble.seconds })]
          : trouble?.kind === "rolesMissing"
            ? [t("rolesMissing.title"), `${t("rolesMissing.text")} ${t("rolesMissing.advice")}`]
            : isLost
              ? [t("linkLost.title"), t("linkLost.text")]
              : [t("unknown.title"), t("unknown.text")];
  return (
    <div role="alert" className="mx-auto my-8 max-w-text rounded-lg border border-line bg-card p-6">
      <title>{`${title} · ${product}`}</title>
      <h1 className="text-xl font-semibold">{title}</h1>
      <p className="mt-2 text-quiet">{text}</p>
      {call ? <p className="mt-2 text-sm text-quiet">{t("call", { name: call })}</p> : null}
      {typed ? <p className="mt-2">{trouble?.typedNote ?? t("typedKept")}</p> : null}
      <div className="mt-6 flex flex-wrap gap-3">
        {typed ? (
          <SendAgain to={here} typed={typed} />
        ) : isLost ? (
          // A document would leave the product for the browser's own page while the link is away.
          <Link to={here} replace className={buttonStyle({ kind: "primary" })}>
            {t("again")}
          </Link>
        ) : (
          <a href={here} className={buttonStyle({ kind: "primary" })}>
            {t("again")}
          </a>
        )}
        <a href={href("/")} className={buttonStyle()}>
          {t("home")}
        </a>
      </div>
    </div>
  );
}

/** The form that found no provider, whole: its request id travels along, so nothing is done twice. */
function SendAgain({ to, typed }: { to: string; typed: TypedField[] }) {
  const { t } = useText("errors");
  return (
    <form method="post" action={to}>
      {typed.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: fields may repeat, and never change here
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <Button kind="primary">{t("sendAgain")}</Button>
    </form>
  );
}
