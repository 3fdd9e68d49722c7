import { href } from "react-router";
import type { Trouble } from "#app/access/trouble.ts";
import { useText } from "#app/locales/use-text.ts";
import { ButtonLink } from "./button-link.tsx";
import { useFaultToast } from "./fault.tsx";
import { SendAgain, useHere } from "./send-again.tsx";
import { TroubleFrame } from "./trouble-frame.tsx";

type ProviderTrouble = Exclude<Trouble, { kind: "accountState" }>;

/** The error page where the portal knows what happened. */
export default function ProviderTroublePage({ trouble }: { trouble: ProviderTrouble }) {
  const { t } = useText("trouble");
  const { t: common } = useText("errors");
  const here = useHere();
  const typed = trouble.typed?.length ? trouble.typed : undefined;
  const call = trouble.kind === "unavailable" ? trouble.call : undefined;
  const [title, text] = textsOf(trouble, t, common);
  useFaultToast(trouble.kind === "refused" ? text : title);
  return (
    <TroubleFrame
      title={title}
      text={text}
      number={trouble.requestId}
      note={
        <>
          {call ? <p className="mt-2 text-sm text-quiet">{t("call", { name: call })}</p> : null}
          {typed ? <p className="mt-2">{trouble.typedNote ?? t("typedKept")}</p> : null}
        </>
      }
    >
      {typed ? (
        <SendAgain to={here} typed={typed} />
      ) : (
        <ButtonLink href={here} kind="primary">
          {common("again")}
        </ButtonLink>
      )}
      <ButtonLink href={href("/")}>{common("home")}</ButtonLink>
    </TroubleFrame>
  );
}

function textsOf(
  trouble: ProviderTrouble,
  t: ReturnType<typeof useText<"trouble">>["t"],
  common: ReturnType<typeof useText<"errors">>["t"],
): [title: string, text: string] {
  switch (trouble.kind) {
    case "unavailable":
      return [t(`unavailable.${trouble.reason}.title`), t(`unavailable.${trouble.reason}.text`)];
    case "refused":
      return [t("refused.title"), trouble.message || common("error")];
    case "busy": {
      const { seconds } = trouble;
      const wait = seconds === null ? t("busy.text") : t("busy.textSeconds", { seconds });
      return [t("busy.title"), [wait, trouble.message].filter(Boolean).join(" ")];
    }
    case "tooMany":
      return [t("tooMany.title"), t("tooMany.text", { seconds: trouble.seconds })];
    case "rolesMissing":
      return [t("rolesMissing.title"), `${t("rolesMissing.text")} ${t("rolesMissing.advice")}`];
    case "unknown":
      return [common("unknown.title"), common("unknown.text")];
  }
}
