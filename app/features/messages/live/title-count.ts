import { unreadBadge } from "#app/access/navigation.ts";

const COUNT = /^\(\d+\+?\) /;

/** The title with the count of unread messages in front, replacing an older count. */
export function titleWith(title: string, count: number): string {
  const plain = title.replace(COUNT, "");
  const badge = unreadBadge(count);
  return badge ? `(${badge}) ${plain}` : plain;
}

/** Keeps the count in the title of every page. */
export function keepTitle(count: () => number | null): { update(): void; stop(): void } {
  const update = () => {
    const unread = count();
    if (unread === null) return;
    const wanted = titleWith(document.title, unread);
    if (document.title !== wanted) document.title = wanted;
  };
  const observer = new MutationObserver(update);
  observer.observe(document.head, { childList: true, subtree: true, characterData: true });
  return { update, stop: () => observer.disconnect() };
}
