import { href } from "react-router";
import { Link } from "#app/components/link.tsx";
import { joined } from "#app/components/more-times.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import type { ownNoticeKinds } from "#app/contract/notification-code.ts";
import { useText } from "#app/locales/use-text.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { FieldSet } from "#app/ui/field.tsx";
import type { NoticeView } from "./notices.server.ts";

/** One piece of news, with links to what it is about. */
export function NoticeLine({ row }: { row: NoticeView }) {
  const { t } = useText("notices");
  const { title, kind, at, isMailed, isRead, href: to, shipments, changes, more } = row;
  return (
    <li className="flex flex-col gap-1 border-b border-line py-2 last:border-0">
      <p className="flex flex-wrap items-center gap-2">
        {isRead ? null : <Badge kind="info">{t("unread")}</Badge>}
        <span className="font-medium wrap-anywhere">
          {to ? (
            <Link to={to} className="text-link underline">
              {title}
            </Link>
          ) : (
            title
          )}
        </span>
      </p>
      {shipments.length > 0 ? (
        <p>
          {shipments.map(({ id, houseNumber }) => (
            <span key={id}>
              <Link
                to={href("/shipments/detail/:id", { id })}
                className="inline-block py-1 text-link underline"
              >
                {houseNumber}
              </Link>{" "}
            </span>
          ))}
          {more}
        </p>
      ) : null}
      {changes.length > 0 ? (
        <ul className="list-disc pl-4 wrap-anywhere">
          {changes.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      ) : null}
      <p className="text-xs text-quiet digits">{joined([at, kind, ...(isMailed ? [t("mailed")] : [])])}</p>
    </li>
  );
}

/** Checkboxes of the kinds that are told without a rule. */
export function KindSettings({
  kinds,
  ...ids
}: {
  kinds: { kind: (typeof ownNoticeKinds)[number]; isOn: boolean }[];
  requestId: string;
  answer: { requestId: string | null } | undefined;
}) {
  const { t } = useText("notices");
  return (
    <Card>
      <PostForm {...ids} layout="close">
        <FieldSet kind="section" legend={t("settings")}>
          <p className="text-quiet">{t("settingsText")}</p>
          {kinds.map(({ kind, isOn }) => (
            <Checkbox key={kind} name="kind" value={kind} defaultChecked={isOn}>
              {t(`kind.${kind}`)}
            </Checkbox>
          ))}
        </FieldSet>
        <p>
          <Button>{t("save")}</Button>
        </p>
      </PostForm>
    </Card>
  );
}
