import { href } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Link } from "#app/components/link.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { TwoVersions, typedRows } from "#app/components/two-versions.tsx";
import { withQuery } from "#app/lib/with-query.ts";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import type { RequestConflict, RequestStart } from "./request.server.ts";

/**
 * Both versions of a request that was changed or already sent: the person chooses. The form below keeps the
 * typed content.
 */
export function RequestConflictView({ conflict, formId }: { conflict: RequestConflict; formId: string }) {
  const { t } = useText("quote-form");
  const { quoteId, quoteNumber } = conflict;
  return (
    <TwoVersions
      answer={conflict}
      title={conflict.title}
      text={conflict.text}
      columns={[t("conflict.field"), t("conflict.mine"), conflict.theirs]}
      rows={typedRows(conflict.differences, t("conflict.empty"))}
    >
      <Actions>
        <Button form={formId} name="intent" value={`keep:${quoteId}:${conflict.version}`} kind="primary">
          {conflict.isSentBefore ? t("conflict.change", { quoteNumber }) : t("conflict.keepMine")}
        </Button>
        {conflict.isSentBefore ? (
          <Button form={formId} name="intent" value="another">
            {t("conflict.another")}
          </Button>
        ) : null}
        <ButtonLink to={withQuery(href("/quote/detail"), { id: quoteId })}>
          {t("conflict.open", { quoteNumber })}
        </ButtonLink>
      </Actions>
    </TwoVersions>
  );
}

/**
 * Returning to a form that was already sent shows a link to its quote, so that no second one is created
 * silently.
 */
export function SentBefore({ made }: { made: NonNullable<RequestStart["made"]> }) {
  const { t } = useText("quote-form");
  return (
    <Alert kind="warning">
      <p>{t("made.text", { quoteNumber: made.name })}</p>
      <p className="mt-1 flex flex-wrap gap-4">
        <Link to={withQuery(href("/quote/detail"), { id: made.id })} className="underline">
          {t("conflict.open", { quoteNumber: made.name })}
        </Link>
        <Link to={href("/quote/add")} reloadDocument className="underline">
          {t("made.another")}
        </Link>
      </p>
    </Alert>
  );
}
