import { href } from "react-router";

/** Above every page that staff see as somebody else does: as whom, and the way back. */
export function SeenBanner({ text, end, requestId }: { text: string; end: string; requestId: string }) {
  return (
    <form
      method="post"
      action={href("/seeAsEnd")}
      aria-label={text}
      className="sticky top-0 z-20 flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-warning px-4 py-1 text-card"
    >
      <input type="hidden" name="requestId" value={requestId} />
      <span className="wrap-anywhere">{text}</span>{" "}
      <button type="submit" className="min-h-8 rounded-sm border border-current px-3 font-medium">
        {end}
      </button>
    </form>
  );
}
