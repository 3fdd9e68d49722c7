import { unreadBadge } from "#app/access/navigation.ts";
import { useText } from "#app/locales/use-text.ts";
import { Badge } from "#app/ui/badge.tsx";

/** Capped at 99, nothing at 0 (product 9.1). */
export function UnreadCount({ count }: { count: number }) {
  const { t } = useText();
  const text = unreadBadge(count);
  if (text === null) return null;
  return (
    <Badge kind="info">
      {text}
      <span className="sr-only">{` ${t("unread")} `}</span>
    </Badge>
  );
}
