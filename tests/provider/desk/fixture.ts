import type { z } from "zod";
import { type DeskItem, deskAct, deskInbox } from "#app/contract/desk.ts";
import type { DeskAction, DeskKind } from "#app/contract/desk-code.ts";
import { makeCompany, makePerson, makeSession } from "#tests/support/people.ts";
import type { TestProvider } from "#tests/support/provider.ts";

export interface Colleague {
  id: string;
  name: string;
  token: string;
}

const FAR = new Date("2040-01-01T00:00:00Z");

/** People of one forwarder's desk, of these names. */
export async function deskPeople(provider: TestProvider, ...names: string[]): Promise<Colleague[]> {
  const company = await makeCompany(provider.db, ["SHIPMENT_CHARGES"], {
    is_forwarder: true,
    name: "Forwarder Ltd",
  });
  return Promise.all(
    names.map(async (name) => {
      const { id } = await makePerson(provider.db, company, { role: "desk", name });
      return { id, name, token: await makeSession(provider.db, id, FAR) };
    }),
  );
}

export async function inboxOf(
  provider: TestProvider,
  { token }: { token: string },
  given: z.input<typeof deskInbox.request> = {},
) {
  const { code, data } = await provider.call(deskInbox, { pageSize: 100, ...given }, { token });
  if (code !== 200) throw new Error(`The inbox was refused with code ${code}`);
  return data;
}

/** The open item of a record, as the person sees it. */
export async function itemOf(
  provider: TestProvider,
  who: { token: string },
  kind: DeskKind,
  subjectId: string,
  given: z.input<typeof deskInbox.request> = {},
): Promise<DeskItem | undefined> {
  const { rows } = await inboxOf(provider, who, { ...given, kind });
  return rows.find((row) => row.subjectId === subjectId);
}

export function act(
  provider: TestProvider,
  { token }: { token: string },
  action: DeskAction,
  items: readonly Pick<DeskItem, "id" | "version">[],
  given: Partial<z.input<typeof deskAct.request>> = {},
) {
  const seen = items.map(({ id, version }) => ({ id, version }));
  return provider.call(deskAct, { action, items: seen, ...given }, { token });
}
