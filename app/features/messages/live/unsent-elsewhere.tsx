import { Link } from "#app/components/link.tsx";
import { useText } from "#app/locales/use-text.ts";
import { useLiveValue } from "./live-source.ts";

/** Refused messages of other conversations, which wait for the person. */
export function UnsentElsewhere({ channelId }: { channelId: string | undefined }) {
  const { t } = useText("message-live");
  const outgoing = useLiveValue((view) => view.outgoing);
  const refused = outgoing?.filter((entry) => entry.refusal !== null && entry.channelId !== channelId) ?? [];
  if (refused.length === 0) return null;
  return (
    <ul role="status" className="flex flex-col gap-1 print:hidden">
      {refused.map(({ clientId, place, text, files }) => (
        <li key={clientId} className="clamp text-danger">
          <Link to={place} className="wrap-anywhere underline">
            {`${t("state.notSent")}: ${text || files.map(({ name }) => name).join(", ")}`}
          </Link>
        </li>
      ))}
    </ul>
  );
}
