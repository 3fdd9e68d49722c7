import { href, redirect } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { ButtonLink } from "#app/components/button-link.tsx";
import { DeskPage } from "#app/components/desk-page.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { teamCreate } from "#app/contract/message.ts";
import { addressId } from "#app/contract/wire.ts";
import { loadItemBar } from "#app/features/desk/item.server.ts";
import { ItemBar } from "#app/features/desk/item-bar.tsx";
import { mayUseMessages } from "#app/features/messages/permission.ts";
import { SubjectButton } from "#app/features/messages/subject-button.tsx";
import { handlePrice } from "#app/features/quotes/desk/price.server.ts";
import { PriceForm } from "#app/features/quotes/desk/price-form.tsx";
import { deskQuoteHref, loadDeskQuote } from "#app/features/quotes/desk/quote.server.ts";
import { DeskQuote } from "#app/features/quotes/desk/quote.tsx";
import { WithdrawForm } from "#app/features/quotes/desk/withdraw-form.tsx";
import { idOf } from "#app/features/quotes/request/request.server.ts";
import { useText } from "#app/locales/use-text.ts";
import type { Route } from "./+types/quote";

export const handle: PageHandle = { texts: ["desk", "desk-quote", "freight", "inbox-list"] };
export const meta = pageTitle;
export { afterConflict as shouldRevalidate } from "#app/components/after-conflict.ts";

export async function loader(args: Route.LoaderArgs) {
  const { visit, user, rights } = await requireUser(args, { desk: true });
  const search = args.url.searchParams;
  const id = quoteIdOf(args.params);
  const view = await loadDeskQuote(visit, rights, id, {
    now: new Date(),
    from: idOf(search, "from"),
    hasRates: search.get("rates") === "1",
    step: search.get("step"),
  });
  const subject = { kind: "QUOTE", subjectId: id, userId: user.userId, back: deskQuoteHref(id) } as const;
  return {
    title: view.title,
    view,
    bar: await loadItemBar(visit, subject),
    here: deskQuoteHref(id),
    hasMessages: mayUseMessages(rights) && visit.offers(teamCreate),
    requestId: visit.requestId(),
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, { desk: true });
  return handlePrice(visit, quoteIdOf(args.params), await args.request.formData());
}

function quoteIdOf({ id }: { id: string }): string {
  if (!addressId.safeParse(id).success) throw redirect(href("/404"));
  return id;
}

export default function QuoteAtTheDesk({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("desk-quote");
  const { title, view, bar, here, hasMessages, requestId } = loaderData;
  const { isWithdrawing } = view;
  // What was typed stays in the form although the quote cannot be priced any more.
  const [form, withdraw] = [view.form, actionData?.withdraw];
  return (
    <DeskPage
      title={title}
      tools={
        <Actions>
          {view.withdrawHref && !isWithdrawing ? (
            <ButtonLink to={view.withdrawHref}>{t("withdraw.open")}</ButtonLink>
          ) : null}
          {view.ratesHref && form && !isWithdrawing ? (
            <ButtonLink to={view.ratesHref} reloadDocument>
              {t("fromRates")}
            </ButtonLink>
          ) : null}
          {hasMessages ? (
            <SubjectButton topic="quote" subjectId={view.quote.id} requestId={requestId} />
          ) : null}
        </Actions>
      }
    >
      <ItemBar view={bar} requestId={requestId} />
      {isWithdrawing || withdraw ? (
        <WithdrawForm
          version={view.quote.version}
          requestId={requestId}
          answer={actionData}
          cancelHref={here}
        />
      ) : null}
      <DeskQuote view={view}>
        {form && !isWithdrawing && !withdraw ? (
          <PriceForm key={`${view.quote.id}`} view={form} requestId={requestId} answer={actionData} />
        ) : null}
      </DeskQuote>
    </DeskPage>
  );
}
