import { ButtonLink } from "#app/components/button-link.tsx";
import { EmptyState } from "#app/components/empty-state.tsx";
import { Link } from "#app/components/link.tsx";
import { timed } from "#app/components/moment.tsx";
import { UnreadCount } from "#app/components/unread-count.tsx";
import { useText } from "#app/locales/use-text.ts";
import { INQUIRY, MESSAGES, type MessagesAddress, messagesHref } from "../address.ts";
import type { ChatRowView, MessageCenterView, MessageHitsView } from "../conversation/message-view.ts";
import { SearchForm } from "./search-form.tsx";

/** The conversations, latest message first; or the conversations and messages that fit a search. */
export function ConversationList({ view }: { view: MessageCenterView }) {
  const { t } = useText("messages");
  const { address, list, found } = view;
  return (
    <section aria-label={t("list.label")} className="flex flex-col gap-2">
      <Search address={address} />
      {found ? (
        <Found view={view} />
      ) : (
        <>
          <p className="flex flex-wrap gap-1">
            <Filter address={address} isUnreadOnly={false} /> <Filter address={address} isUnreadOnly={true} />
          </p>
          <div className="pane flex flex-col gap-3">
            {list.rows.length === 0 ? <NoRows address={address} /> : <Rows view={view} />}
          </div>
        </>
      )}
    </section>
  );
}

function Rows({ view: { address, list } }: { view: MessageCenterView }) {
  const { t } = useText("messages");
  return (
    <>
      <ul className="rounded-lg border border-line bg-card">
        {list.rows.map((row) => (
          <Row key={row.id} row={row} isOpen={row.id === address.session} />
        ))}
      </ul>
      <p className="flex flex-wrap items-center gap-3 text-quiet">
        {`${t("list.shown", { shown: list.rows.length, total: list.total })} `}
        {list.moreHref ? <More href={list.moreHref} /> : null}
      </p>
    </>
  );
}

/** One field for everything: numbers as shown, titles, people and words. */
function Search({ address: { find, session, tab } }: { address: MessagesAddress }) {
  const { t } = useText("messages");
  return (
    <SearchForm
      action={MESSAGES}
      name="find"
      words={find}
      label={t("find.label")}
      hint={t("find.words")}
      button={t("list.search")}
    >
      {session ? <input type="hidden" name="session" value={session} /> : null}
      {session && tab ? <input type="hidden" name="tab" value={tab} /> : null}
    </SearchForm>
  );
}

function Filter({ address, isUnreadOnly }: { address: MessagesAddress; isUnreadOnly: boolean }) {
  const { t } = useText("messages");
  const { session, tab } = address;
  return (
    <Link
      to={messagesHref({ session, tab, isUnreadOnly })}
      aria-current={Boolean(address.isUnreadOnly) === isUnreadOnly ? "true" : undefined}
      className="rounded-sm px-2 py-2 aria-[current]:bg-muted aria-[current]:text-foreground"
    >
      {t(isUnreadOnly ? "list.unreadOnly" : "list.all")}
    </Link>
  );
}

function Row({
  row: { href, title, match, unread, isSilent, last },
  isOpen,
}: {
  row: ChatRowView;
  isOpen: boolean;
}) {
  const { t } = useText("messages");
  return (
    <li className="border-b border-line">
      <Link
        to={href}
        aria-current={isOpen ? "true" : undefined}
        className="block px-4 py-3 text-foreground no-underline hover:bg-muted aria-[current]:bg-muted"
      >
        <p className="flex items-center justify-between gap-2">
          <span className={unread > 0 ? "font-semibold" : "font-medium"}>{title}</span>{" "}
          <UnreadCount count={unread} />
        </p>
        {match ? <p className="text-xs text-success">{match}</p> : null}
        {last ? (
          <>
            <Excerpt sender={last.sender} text={last.excerpt} />
            <p className="text-xs text-quiet">{timed(last.time)}</p>
          </>
        ) : isSilent ? (
          <p className="text-quiet">{t("list.noMessages")}</p>
        ) : null}
      </Link>
    </li>
  );
}

function More({ href }: { href: string }) {
  const { t } = useText("messages");
  return (
    <ButtonLink to={href} preventScrollReset>
      {t("list.more")}
    </ButtonLink>
  );
}

/** Two lines of the last message. */
function Excerpt({ sender, text }: { sender: string; text: string }) {
  return (
    <div className="clamp">
      <p>{`${sender}: ${text}`}</p>
    </div>
  );
}

function NoRows({ address: { isUnreadOnly, session, tab } }: { address: MessagesAddress }) {
  const { t } = useText("messages");
  return isUnreadOnly ? (
    <EmptyState title={t("list.filteredTitle")} text={t("list.filteredText")}>
      <ButtonLink to={messagesHref({ session, tab })}>{t("list.clear")}</ButtonLink>
    </EmptyState>
  ) : (
    <EmptyState title={t("list.noneTitle")} text={t("list.noneText")}>
      <ButtonLink to={INQUIRY} kind="primary">
        {t("inquiry.title")}
      </ButtonLink>
    </EmptyState>
  );
}

/** What a search has found: conversations, then messages, each a link to its position in its channel. */
function Found({ view }: { view: MessageCenterView }) {
  const { t } = useText("messages");
  const { address, list, found } = view;
  const { session, tab } = address;
  const counts = [
    list.total > 0 ? t("find.conversations", { count: list.total }) : "",
    found && found.total > 0 ? t("find.messages", { count: found.total }) : "",
  ].filter(Boolean);
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-x-4">
        <span role="status" className="text-quiet">
          {counts.join(" · ") || t("find.none")}
        </span>{" "}
        <Link to={messagesHref({ session, tab })} className="py-2 text-link underline">
          {t("find.close")}
        </Link>
      </p>
      <div className="pane flex flex-col gap-3">
        {list.total > 0 ? (
          <>
            <h2 className="text-base font-semibold">{t("list.label")}</h2>
            <Rows view={view} />
          </>
        ) : null}
        {found && found.rows.length > 0 ? <FoundMessages found={found} words={address.find ?? ""} /> : null}
      </div>
    </>
  );
}

function FoundMessages({ found, words }: { found: MessageHitsView; words: string }) {
  const { t } = useText("messages");
  return (
    <>
      <h2 className="text-base font-semibold">{t("find.title", { words })}</h2>
      <ul className="rounded-lg border border-line bg-card">
        {found.rows.map((row) => (
          <li key={row.key} className="border-b border-line">
            <Link to={row.href} className="block px-4 py-3 text-foreground no-underline hover:bg-muted">
              <p className="font-medium">{`${row.title} · ${row.topic}`}</p>
              <Excerpt sender={row.sender} text={row.excerpt} />
              <p className="text-xs text-quiet">{timed(row.time)}</p>
            </Link>
          </li>
        ))}
      </ul>
      {found.moreHref ? <More href={found.moreHref} /> : null}
    </>
  );
}
