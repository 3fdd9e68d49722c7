import { href } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { defineList } from "#app/components/list/define.server.ts";
import type { ListView } from "#app/components/list/list-view.ts";
import { choice, typedDay } from "#app/components/list/query.server.ts";
import { statusTabs } from "#app/components/list/view.server.ts";
import { actionName, named } from "#app/components/operation-log.server.ts";
import {
  type ActivityEntry,
  accountUserList,
  activityKinds,
  activityList,
  memberStatuses,
} from "#app/contract/member.ts";
import { addressId } from "#app/contract/wire.ts";
import { daysBefore, instantToWire, wallClockToInstant } from "#app/lib/date-time.ts";
import type { Line } from "#app/lib/moment.ts";
import { withQuery } from "#app/lib/with-query.ts";
import type { Choice } from "./member.server.ts";

const activities = defineList({
  path: href("/account/activity"),
  call: activityList,
  filters: {
    status: choice(activityKinds),
    person: addressId.optional().catch(undefined),
    from: typedDay,
    to: typedDay,
  },
  sorts: ["time"],
  usual: "time",
  request: ({ status, person, from, to }, { zone }) => {
    // The last day counts as a whole.
    const end = to && daysBefore(to, -1);
    return {
      kind: status,
      userId: person,
      from: instantToWire(wallClockToInstant(from, zone)) ?? undefined,
      until: instantToWire(wallClockToInstant(end, zone)) ?? undefined,
    };
  },
  columns: [
    { key: "time", width: "xl" },
    { key: "action", width: "xxl", cell: (row, visit) => actionOf(visit, row) },
    { key: "person", width: "xxl", cell: (row, visit) => nameOf(visit, row.person) },
    { key: "detail", width: "xxl", cell: (row, visit) => detailOf(visit, row) },
    { key: "address", width: "lg", cell: ({ clientAddress }) => clientAddress ?? "" },
  ],
  heading: (key, { t }) => t(`members:column.${key}`),
  tabs: ({ t }) =>
    statusTabs(t("members:allStatuses"), activityKinds, (kind) => t(`members:kind.${kind}`), {}),
});

/** The choice of a person holds so many members; others are reached from their own page. */
const MEMBERS_OFFERED = 100;

interface ActivityRow {
  id: string;
  time: Line;
  cells: Line[];
  /** A quote or booking. */
  subject: { text: string; href: string | null } | null;
}
export interface ActivityView extends ListView<ActivityRow> {
  people: Choice[];
}

/** The activity for its URL, in the reader's language and zone. Throws as `visit.read`. */
export async function loadActivity(visit: Visit, search: URLSearchParams): Promise<ActivityView> {
  const { t, time } = visit;
  const [{ view, filter }, members] = await Promise.all([
    activities.load(visit, search, {
      row: (row) => ({
        id: row.id,
        time: time(row.at, "full"),
        subject: row.subject && subjectOf(visit, row.subject),
      }),
    }),
    visit.readOptional(accountUserList, { page: 1, pageSize: MEMBERS_OFFERED, sort: "name" }),
  ]);
  const people = (members?.rows ?? []).map(
    ({ userId, name, userName }): Choice => [userId, `${name} (${userName})`],
  );
  const { person } = filter;
  if (person && !people.some(([id]) => id === person))
    people.unshift([person, t("members:former", { id: person })]);
  return { ...view, people };
}

type Subject = NonNullable<ActivityEntry["subject"]>;
const hrefs: Record<Subject["kind"], (id: string) => string> = {
  quote: (id) => withQuery(href("/quote/detail"), { id }),
  booking: (id) => href("/shipments/bookingDetail/:id", { id }),
  document: (id) => href("/document/shipment/:id", { id }),
  company: (id) => href("/freightForwarder/customer/:id", { id }),
};

/** A kind that has no name here is shown by its number, and leads nowhere. */
const subjectOf = ({ t }: Visit, { kind, id, number }: Subject) =>
  Object.hasOwn(hrefs, kind)
    ? { text: t(`members:subject.${kind}`, { number }), href: hrefs[kind](id) }
    : { text: number, href: null };

function nameOf({ t }: Visit, person: ActivityEntry["person"] | ActivityEntry["member"]): string {
  if (!person) return t("members:unknownPerson");
  if (person.name === null) return t("members:former", { id: person.userId });
  if ("isForwarder" in person && person.isForwarder) return t("members:ofForwarder", { name: person.name });
  return person.userName ? `${person.name} (${person.userName})` : person.name;
}

function actionOf({ t }: Visit, { kind, action, subject }: ActivityEntry): string {
  if (kind === "freight" || subject?.kind === "company") return actionName(t, action);
  // A kind of event that has no name here is not shown by its code.
  return named(t, [`members:action.${action}`], t("members:action.other"));
}

function detailOf(visit: Visit, { member, changes }: ActivityEntry): string {
  const { t } = visit;
  const status = (code: string | null) =>
    memberStatuses.some((known) => known === code)
      ? t(`members:status.${code as (typeof memberStatuses)[number]}`)
      : (code ?? "");
  return [
    ...(member ? [t("members:concerns", { name: nameOf(visit, member) })] : []),
    ...changes.map(({ name, before, after }) =>
      name === "status"
        ? t("members:change.status", { before: status(before), after: status(after) })
        : t(before === null ? "members:change.given" : "members:change.role", {
            before: before ?? "",
            after: after ?? "",
          }),
    ),
  ].join(" · ");
}
