import { useEffect } from "react";
import { useFetcher, useLocation } from "react-router";
import { showToast } from "#app/components/lost-link.tsx";
import { useRootData } from "#app/components/root-data.ts";
import { useText } from "#app/locales/use-text.ts";

const FORM = "follow";

/** The form of all follow buttons without scripts; once per page. */
export function FollowForm() {
  const { requestId } = useRootData();
  const { pathname, search } = useLocation();
  return (
    <form id={FORM} method="post" action={pathname + search} hidden>
      <input type="hidden" name="requestId" value={requestId} />
    </form>
  );
}

interface Props {
  id: string;
  number: string;
  isFollowed: boolean;
}

/**
 * Follows or unfollows a shipment. The page's action handles `follow` and `unfollow` by `setFollowed`; with
 * scripts it gets `stays`, so that the page is not left. The server has no use for the fetcher, which takes half the time
 * of a button.
 */
export const FollowButton: React.FC<Props> = import.meta.env.SSR ? Star : BrowserFollowButton;

function BrowserFollowButton(props: Props) {
  const { id, isFollowed } = props;
  const { requestId } = useRootData();
  const fetcher = useFetcher<{ fault: string | null }>();
  const sent = fetcher.formData;
  const name = isFollowed ? "unfollow" : "follow";
  const fault = fetcher.data?.fault;
  useEffect(() => {
    if (fault) showToast(fault);
  }, [fault]);
  const onClick = (event: React.MouseEvent) => {
    event.preventDefault();
    if (!sent) fetcher.submit({ [name]: id, requestId, stays: "1" }, { method: "post" });
  };
  return <Star {...props} isOn={sent?.has("follow")} isBusy={sent ? true : undefined} onClick={onClick} />;
}

/** @param isOn what was pressed and is not answered yet */
function Star({
  id,
  number,
  isFollowed,
  isOn = isFollowed,
  onClick,
  isBusy,
}: Props & { isOn?: boolean; isBusy?: true; onClick?: React.MouseEventHandler }) {
  const { t } = useText("shipment-list");
  return (
    <button
      type="submit"
      form={FORM}
      name={isFollowed ? "unfollow" : "follow"}
      value={id}
      onClick={onClick}
      aria-label={`${t(isOn ? "unfollow" : "follow")} ${number}`}
      aria-busy={isBusy}
      className="star"
    >
      <svg viewBox="0 0 12 12" className={isOn ? "icon full" : "icon"} aria-hidden="true">
        <path d="M6 1l1.5 3.2 3.5.4-2.6 2.4.7 3.5L6 8.8l-3.1 1.7.7-3.5L1 4.6l3.5-.4z" />
      </svg>
    </button>
  );
}
