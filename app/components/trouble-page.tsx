import { href, isRouteErrorResponse, useLocation } from "react-router";
import { leaveHref } from "#app/access/page-owner.ts";
import { isTrouble, type Trouble, type TypedField } from "#app/access/trouble.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button, buttonStyle } from "#app/ui/button.tsx";
import { LinkLost } from "./form-keeper.ts";
import { Link } from "./link.tsx";
import { ReloginAlert } from "./relogin-alert.tsx";
import { useRootData } from "./root-data.ts";

type AccountTrouble = Extract<Trouble, { kind: "accountState" }>;

/**
 * The error page (product 8.1): what happened, in the user's language, and what to do. Never a stack trace.
 */
export function TroublePage({ error }: { error: unknown }) {
  const { t } = useText("errors");
  const { product } = useRootData();
  const here = useHere();
  const trouble = isRouteErrorResponse(error) && isTrouble(error.data) ? error.data : null;
  if (trouble?.kind === "accountState") return <AccountStateTrouble trouble={trouble} />;
  const isLost = error instanceof LinkLost;
  const typed = trouble?.typed?.length ? trouble.typed : undefined;
  const call = trouble?.kind === "unavailable" ? trouble.call : undefined;
  const [title, text] = textsOf(trouble, isLost, t);
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
          // A client navigation: while the network is down, a document request would show the browser's own
          // error page.
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

function useHere(): string {
  const { pathname, search } = useLocation();
  return pathname + search;
}

/** Title and text of an error that is not an account state. */
function textsOf(
  trouble: Exclude<Trouble, AccountTrouble> | null,
  isLost: boolean,
  t: ReturnType<typeof useText<"errors">>["t"],
): [title: string, text: string] {
  switch (trouble?.kind) {
    case "unavailable":
      return [t(`unavailable.${trouble.reason}.title`), t(`unavailable.${trouble.reason}.text`)];
    case "refused":
      return [t("refused.title"), trouble.message || t("error")];
    case "tooMany":
      return [t("tooMany.title"), t("tooMany.text", { seconds: trouble.seconds })];
    case "rolesMissing":
      return [t("rolesMissing.title"), `${t("rolesMissing.text")} ${t("rolesMissing.advice")}`];
    default:
      return isLost ? [t("linkLost.title"), t("linkLost.text")] : [t("unknown.title"), t("unknown.text")];
  }
}

/** The relogin alert, with the fields that were typed when the session ended. */
function AccountStateTrouble({ trouble }: { trouble: AccountTrouble }) {
  const { t } = useText("errors");
  const { product } = useRootData();
  const here = useHere();
  const { state, minutes, words, typed } = trouble;
  return (
    <>
      <title>{`${t(`accountState.${state}.title`)} · ${product}`}</title>
      <ReloginAlert state={state} minutes={minutes} words={words}>
        {typed ? (
          <>
            <p className="mt-4">{t(typed.length > 0 ? "typedAndSessionOver" : "filesAndSessionOver")}</p>
            <div className="mt-3 flex flex-wrap gap-3">
              <a
                href={state === "otherPerson" ? leaveHref(href("/")) : href("/login")}
                target="_blank"
                rel="noopener"
                className={buttonStyle()}
              >
                {t("signInBeside")}
              </a>
              {typed.length > 0 ? (
                <SendAgain to={here} typed={typed} />
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
}

/** The whole form that did not reach the provider, with its request id, so that nothing is done twice. */
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
