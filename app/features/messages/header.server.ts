import { shownAvatar } from "#app/access/avatar.server.ts";
import { menuOf } from "#app/access/embedded-pages.server.ts";
import { packMenu } from "#app/access/menu-text.ts";
import { actionsOf, withWaiting } from "#app/access/navigation.ts";
import { hiddenScreens } from "#app/access/offer.server.ts";
import type { Rights } from "#app/access/permission.ts";
import type { Visit } from "#app/access/visit.server.ts";
import type { PortalUser } from "#app/contract/user.ts";
import { mayUseMessages } from "./permission.ts";
import { unreadAtStart } from "./unread.server.ts";

/** What the header of signed-in pages shows (product 2.6): the person, the menu, unread messages and news. */
export async function headerOf(visit: Visit, user: PortalUser, rights: Rights) {
  const counts = await visit.news?.counts();
  const tabs = withWaiting(menuOf(visit, rights), visit.news?.waiting ?? {});
  return {
    user: {
      name: user.name,
      id: user.userId,
      userName: user.userName,
      role: user.roleName,
      company: user.companyInfo.name,
      avatar: shownAvatar(user.avatar),
      mark: visit.session.ownerMark,
    },
    menu: packMenu(tabs),
    news: counts?.news ?? user.unreadNews,
    actions: actionsOf(rights, hiddenScreens()),
    /** Null: unknown, or not available to this user. */
    unread: mayUseMessages(rights) ? await unreadAtStart(visit) : null,
  };
}
