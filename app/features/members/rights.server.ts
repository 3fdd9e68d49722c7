import type { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import { buttonCodes, grantedCallNames, menuNames } from "#app/contract/access.ts";
import { fontRoleList } from "#app/contract/member.ts";

type Role = z.output<typeof fontRoleList.response>[number];

/** Paths of calls that are granted by themselves (product 6.4), and the key of their name. */
const calls = { ...grantedCallNames, "/portalUser/addUser": "members" } as const;
const callPaths = Object.keys(calls) as (keyof typeof calls)[];
const known = [...menuNames, ...buttonCodes, ...callPaths] as const;

const nameOf = ({ t }: Visit, right: (typeof known)[number]) =>
  t(
    `members:right.${right in calls ? calls[right as keyof typeof calls] : (right as (typeof menuNames)[number])}`,
  );

/** Who books changes the address book as well, as its pages and the provider's calls have it. */
const holds = (rights: readonly string[], right: (typeof known)[number]) =>
  rights.includes(right) || (right === "ADDRESSBOOK" && rights.includes("BOOKING"));

/** What the role may do, as texts in the order of the menu; null when the provider does not tell. */
export function rightsOfRole(visit: Visit, role: Role | undefined): string[] | null {
  if (!role?.rights) return null;
  const { rights } = role;
  return known.filter((right) => holds(rights, right)).map((right) => nameOf(visit, right));
}

export interface RightsTable {
  roles: { id: string; name: string }[];
  /** A right, and for each role whether it has it. */
  rows: { right: string; held: boolean[] }[];
}

/** Every right that a role has, by role; roles of which the provider does not tell are left out. */
export async function loadRights(visit: Visit): Promise<RightsTable> {
  const roles = (await visit.read(fontRoleList, {})).filter(({ rights }) => rights !== null);
  return {
    roles: roles.map(({ id, name }) => ({ id, name })),
    rows: known.flatMap((right) => {
      const held = roles.map(({ rights }) => holds(rights!, right));
      return held.some(Boolean) ? [{ right: nameOf(visit, right), held }] : [];
    }),
  };
}
