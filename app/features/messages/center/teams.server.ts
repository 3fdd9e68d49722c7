import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import type { PageView } from "#app/components/list/pager.tsx";
import { teamList, topicOf } from "#app/contract/message.ts";
import { conversationHref, teamPageSizes } from "../address.ts";
import { teamTitle, topicLabel } from "./view.server.ts";

const shape = z.object({
  keyword: z
    .string()
    .transform((typed) => typed.trim().slice(0, 100) || undefined)
    .optional(),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
  pageSize: z.coerce.number().pipe(z.literal(teamPageSizes)).catch(teamPageSizes[0]),
});

export interface TeamsView {
  keyword: string | undefined;
  page: PageView;
  rows: {
    id: string;
    title: string;
    channels: { href: string; label: string; total: number | null; unread: number }[];
  }[];
}

/** The company's teams with their channels, by name, as links to the tabs. Throws as `visit.read`. */
export async function loadTeams(visit: Visit, search: URLSearchParams): Promise<TeamsView> {
  const query = shape.parse(Object.fromEntries(search));
  const { page, pageSize } = query;
  const { rows, total, isTotalCapped } = await visit.read(teamList, query);
  return {
    keyword: query.keyword,
    page: { page, pageSize, rowCount: rows.length, total, isTotalCapped },
    rows: rows.map((team) => ({
      id: team.id,
      title: teamTitle(team, visit),
      channels: team.channels.map((channel) => ({
        href: conversationHref(team.id, topicOf(channel.type), channel.unReadNum),
        label: topicLabel(topicOf(channel.type), visit),
        total: channel.total,
        unread: channel.unReadNum,
      })),
    })),
  };
}
