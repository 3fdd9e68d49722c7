import { menuOf } from "#app/access/embedded-pages.server.ts";
import { isAdmitted, type Needs } from "#app/access/guard.server.ts";
import { actionsOf } from "#app/access/navigation.ts";
import { hiddenScreens } from "#app/access/offer.server.ts";
import { isPathAllowed } from "#app/access/path.ts";
import type { Rights } from "#app/access/permission.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { deskSections } from "#app/components/desk-page.tsx";
import { ADMIN_ROLE } from "#app/contract/access.ts";
import en from "#app/locales/en/search.ts";
import { translateOf } from "#app/locales/i18n.server.ts";
import { languages, type Translate } from "#app/locales/translation.ts";
import zh from "#app/locales/zh/search.ts";
import type { RoutePath } from "#app/route-rules.ts";

const PAGES_MAX = 5;

interface NamedPage {
  href: string;
  label(t: Translate): string;
}

/** Pages that no menu leads to at once: settings, and parts of the desk. */
interface SettingsPage extends NamedPage {
  needs?: Needs;
  isForCustomers?: true;
}

const members = { roles: [ADMIN_ROLE], resource: "MEMBER_MANAGE" } as const satisfies Needs;
const desk = { desk: true } as const satisfies Needs;

const settings: readonly (SettingsPage & { href: RoutePath })[] = [
  { href: "/account/password", label: (t) => t("account:password.title") },
  { href: "/account/secondFactor", label: (t) => t("safety:factor.title") },
  { href: "/account/passkeys", label: (t) => t("safety:passkey.title") },
  { href: "/account/sessions", label: (t) => t("safety:sessions.title") },
  { href: "/account/data", label: (t) => t("safety:data.title") },
  { href: "/account/picture", label: (t) => t("account:picture.title") },
  { href: "/account/calendar", label: (t) => t("calendar:title"), needs: { menus: ["SHIPMENTS"] } },
  { href: "/account/roles", label: (t) => t("members:title.roles"), needs: members },
  { href: "/account/activity", label: (t) => t("members:title.activity"), needs: members },
  { href: "/account/apiKeys", label: (t) => t("api-keys:title"), needs: members },
  { href: "/account/webhooks", label: (t) => t("webhooks:title"), needs: members, isForCustomers: true },
  { href: "/account/mailDelivery", label: (t) => t("mail-delivery:title"), needs: members },
  { href: "/account/companySignIn", label: (t) => t("company-sign-in:settings.page"), needs: members },
  { href: "/shipments/shared", label: (t) => t("sharing:title.list") },
  { href: "/billing/statement", label: (t) => t("billing:title.statement") },
  { href: "/analytics/templates", label: (t) => t("analytics:template.title") },
  {
    href: "/messageCenter/inquiry",
    label: (t) => t("messages:inquiry.title"),
    needs: { buttons: ["MessageCenter"] },
  },
  ...deskSections.map(({ name, path }) => ({
    href: path,
    label: (t: Translate) => t(`desk:section.${name}`),
    needs: desk,
  })),
  { href: "/freightForwarder/settings", label: (t) => t("inbox:settings.title"), needs: desk },
  { href: "/freightForwarder/answers", label: (t) => t("desk-talk:answersTitle"), needs: desk },
  { href: "/freightForwarder/tariffs", label: (t) => t("desk-tariffs:title"), needs: desk },
  { href: "/freightForwarder/names", label: (t) => t("desk-names:title"), needs: desk },
];

/** Every page with a name that the person may open: the menu with its buttons, then the settings. */
function pagesOf(visit: Visit, rights: Rights): NamedPage[] {
  const hidden = hiddenScreens();
  const menu = menuOf(visit, rights).flatMap((tab) => [tab, ...tab.children]);
  const mayOpen = ({ href, needs = {}, isForCustomers }: SettingsPage) =>
    isPathAllowed(rights, href) &&
    isAdmitted(rights, needs) &&
    !hidden.has(href) &&
    !(isForCustomers && rights.isDesk);
  const pages: NamedPage[] = [
    ...menu.map(({ href, ...entry }) => ({
      href,
      label: (t: Translate) =>
        entry.label ? t(`nav.${entry.label}`) : "text" in entry ? (entry.text ?? "") : "",
    })),
    ...actionsOf(rights, hidden).map(({ href, label }) => ({
      href,
      label: (t: Translate) => t(`nav.${label}`),
    })),
    ...settings.filter(mayOpen),
  ];
  return [...new Map(pages.map((page) => [page.href, page])).values()];
}

export interface PageView {
  href: string;
  title: string;
}

const plain = (text: string) => text.normalize("NFKC").toLowerCase().trim();
const HAN = /\p{Script=Han}/u;
/** Other words for pages, in both languages: somebody types the one that they know. */
const others: readonly Readonly<Record<string, string>>[] = [en.also, zh.also];

/** Pages by their name in either language, or by another word for them. */
export function pagesNamed(visit: Visit, rights: Rights, typed: string): PageView[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0 || (typed.trim().length < 2 && !HAN.test(typed))) return [];
  const fits = (text: string) => {
    const own = plain(text).split(/[\s,()-]+/);
    return words.every((word) =>
      own.some((each) => each.startsWith(word) || (HAN.test(word) && each.includes(word))),
    );
  };
  const ranked = pagesOf(visit, rights).flatMap(({ href, label }) => {
    const labels = languages.map((language) => label(translateOf(language)));
    const rank = labels.some((each) => plain(each) === words.join(" "))
      ? 0
      : labels.some(fits)
        ? 1
        : others.some((also) => fits(also[href] ?? ""))
          ? 2
          : null;
    return rank === null ? [] : [{ rank, view: { href, title: label(visit.t) } }];
  });
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, PAGES_MAX)
    .map(({ view }) => view);
}
