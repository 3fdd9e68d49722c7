import { requireUser } from "#app/access/guard.server.ts";
import { DeskPage } from "#app/components/desk-page.tsx";
import { Link } from "#app/components/link.tsx";
import { OperationLog } from "#app/components/operation-log.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import {
  DESK_INVOICES,
  handleDraft,
  readProposal,
  subjectIn,
} from "#app/features/invoices/desk/draft.server.ts";
import { ChooseFreight } from "#app/features/invoices/desk/draft-choose.tsx";
import { DraftForm } from "#app/features/invoices/desk/draft-form.tsx";
import { chooseView, draftView } from "#app/features/invoices/desk/draft-view.server.ts";
import { DeskForms } from "#app/features/invoices/desk/forms.tsx";
import { handleTerms, isOfTerms, loadTerms, termsHref } from "#app/features/invoices/desk/terms.server.ts";
import { LinkedFacts } from "#app/features/invoices/facts.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import type { Route } from "./+types/invoice-add";

export const handle: PageHandle = { texts: ["desk", "invoice-desk"] };
export const meta = pageTitle;
export { afterConflict as shouldRevalidate } from "#app/components/after-conflict.ts";

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, { desk: true });
  const subject = subjectIn(args.url.searchParams);
  const list = `${DESK_INVOICES}?status=DRAFT`;
  const requestId = visit.requestId();
  if (!subject) {
    const choose = await chooseView(visit, args.url.searchParams);
    return { title: choose.title, choose, view: null, terms: null, list, requestId };
  }
  const search = args.url.searchParams;
  const proposal = await readProposal(visit, subject);
  if (isOfTerms(search)) {
    const terms = await loadTerms(visit, proposal, search);
    return { title: terms.title, choose: null, view: null, terms, list, requestId };
  }
  const view = draftView(visit, proposal, termsHref(search, { isShown: true }));
  return { title: view.title, choose: null, view, terms: null, list, requestId };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, { desk: true });
  const search = args.url.searchParams;
  const form = await args.request.formData();
  const subject = subjectIn(search);
  if (!subject || !isOfTerms(search)) return handleDraft(visit, search, form);
  return handleTerms(visit, await readProposal(visit, subject), search, form);
}

export default function InvoiceAdd({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("invoice-desk");
  const { title, choose, view, terms, list, requestId } = loaderData;
  // The pages of this address have forms of their own.
  const [ofTerms, ofDraft] =
    actionData && "form" in actionData ? [actionData, undefined] : [undefined, actionData];
  return (
    <DeskPage title={title} back={terms ? { href: terms.backHref, text: t("terms.back") } : undefined}>
      {terms ? (
        <>
          <DeskForms forms={terms.forms} version={terms.version} requestId={requestId} answer={ofTerms} />
          <OperationLog log={terms.log} />
        </>
      ) : null}
      {choose ? <ChooseFreight view={choose} /> : null}
      {view ? (
        <>
          <LinkedFacts
            facts={view.facts.map(({ name, value, links }) => ({
              label: t(`fact.${name}`),
              value,
              links,
            }))}
          />
          {view.ended ? (
            <Alert kind="info">
              {`${t(view.ended.isIssued ? "isIssued" : "isDiscarded")} `}
              {view.ended.href ? (
                <Link to={view.ended.href} className="underline">
                  {t("openInvoice")}
                </Link>
              ) : null}
            </Alert>
          ) : (
            <>
              {view.version === null ? null : <p className="text-quiet">{t("isDraft")}</p>}
              <DraftForm
                key={view.version ?? "new"}
                view={view}
                requestId={requestId}
                answer={ofDraft}
                base={list}
              />
            </>
          )}
          {view.log ? <OperationLog log={view.log} /> : null}
        </>
      ) : null}
    </DeskPage>
  );
}
