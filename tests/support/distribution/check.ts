import { isDistributed, type Place } from "./plan.ts";
import type { ForeignKey, TableFacts } from "./schema-facts.ts";

type Facts = ReadonlyMap<string, TableFacts>;
type Plan = Readonly<Record<string, Place>>;

/** Places of the plan that the schema does not bear out, as `table: what is wrong`. */
export function claimsNotTrue(facts: Facts, plan: Plan): string[] {
  return [...facts].flatMap(([table, own]) => {
    const place = plan[table];
    return place ? faultsOf(table, own, place, facts, plan).map((fault) => `${table}: ${fault}`) : [];
  });
}

function faultsOf(table: string, own: TableFacts, place: Place, facts: Facts, plan: Plan): string[] {
  switch (place.as) {
    case "company":
      return [
        ...required(own, "company_id"),
        ...(keysOf(own, ["company_id"]).some(({ to }) => leadsToCompany(to, facts)) ||
        own.foreignKeys.some(({ to, columns }) => isDistributed(plan, to) && isRequired(own, columns))
          ? []
          : ["company_id leads to no company"]),
      ];
    case "person":
      return [
        ...required(own, "user_id"),
        ...(keysOf(own, ["user_id"]).some(({ to }) => to === "app_user")
          ? []
          : ["user_id leads to no account"]),
      ];
    case "parent":
      return parentFaults(own, place.by, plan);
    case "subject":
      return subjectFaults(own, place, facts, plan);
    case "copied":
      return linksTo(facts, plan, place.by, table) ? [] : [`${place.by} links no company to it`];
    case "directory":
    case "reference":
      return [
        ...own.foreignKeys
          .filter(({ to }) => !isEverywhere(plan, to))
          .map(({ to }) => `points to ${to}, which is not on every node`),
        ...(place.as === "reference" && own.columns.has("company_id") ? ["names a company"] : []),
      ];
    case "local":
      return place.why ? [] : ["says no reason"];
  }
}

function required({ columns }: TableFacts, column: string): string[] {
  if (!columns.has(column)) return [`has no ${column}`];
  return columns.get(column) ? [] : [`${column} may be null`];
}

const isRequired = (own: TableFacts, columns: readonly string[]) =>
  columns.every((column) => required(own, column).length === 0);

const keysOf = ({ foreignKeys }: TableFacts, columns: readonly string[]): ForeignKey[] =>
  foreignKeys.filter((key) => columns.every((column) => key.columns.includes(column)));

/** `company` itself, or a table whose own key is the company's. */
const leadsToCompany = (table: string, facts: Facts): boolean =>
  table === "company" ||
  (facts.get(table)?.foreignKeys ?? []).some(
    ({ to, columns }) => columns.length === 1 && columns[0] === "company_id" && leadsToCompany(to, facts),
  );

function parentFaults(own: TableFacts, by: readonly string[], plan: Plan): string[] {
  const whole = keysOf(own, by).filter(({ to }) => isDistributed(plan, to));
  if (whole.length > 0) return by.flatMap((column) => required(own, column));
  const exactlyOne = own.checks.some(
    (check) => check.includes(`num_nonnulls(${by.join(", ")}) = 1`) && by.length > 1,
  );
  return [
    ...(exactlyOne || by.length === 1 ? [] : [`not exactly one of ${by.join(", ")} is set`]),
    ...by
      .filter((column) => !keysOf(own, [column]).some(({ to }) => isDistributed(plan, to)))
      .map((column) => `${column} leads to no company`),
  ];
}

function subjectFaults(
  own: TableFacts,
  { by, of }: Extract<Place, { as: "subject" }>,
  facts: Facts,
  plan: Plan,
): string[] {
  const tables = typeof of === "string" ? [of] : Object.values(of);
  const subjectLists = own.checks.map(
    (check) => /^CHECK \(\(subject = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(check)?.[1],
  );
  const subjects = subjectLists.find((list) => list !== undefined)?.match(/(?<=')\w+(?='::text)/g) ?? [];
  return [
    ...required(own, by),
    ...tables.filter((table) => !facts.has(table)).map((table) => `there is no ${table}`),
    ...tables
      .filter((table) => !isDistributed(plan, table) && table !== "company" && table !== "desk_answer")
      .map((table) => `${table} is of no company`),
    ...(typeof of === "object" && subjects.sort().join() !== Object.keys(of).sort().join()
      ? [`subjects are ${subjects.join(", ")}`]
      : []),
  ];
}

const linksTo = (facts: Facts, plan: Plan, link: string, table: string): boolean =>
  isDistributed(plan, link) && (facts.get(link)?.foreignKeys ?? []).some(({ to }) => to === table);

const isEverywhere = (plan: Plan, table: string): boolean =>
  plan[table]?.as === "directory" || plan[table]?.as === "reference";

/**
 * Unique keys of distributed tables, as `table key (columns)`, which with the company put before them would let through
 * what they refuse today. Not those that name the company already, a number that the database gives, or the row
 * or account from which the company follows.
 */
export function keysToReplace(facts: Facts, plan: Plan): string[] {
  return [...facts]
    .filter(([table]) => isDistributed(plan, table))
    .flatMap(([table, own]) =>
      own.uniqueKeys
        .filter(({ columns }) => !columns.some((column) => own.numbered.includes(column)))
        .filter(({ columns }) => !determining(plan[table]!, own, plan).some((set) => isIn(set, columns)))
        .map(
          ({ name, columns }) => `${table} ${name} (${columns.map((column) => column || "...").join(", ")})`,
        ),
    )
    .sort();
}

const isIn = (set: readonly string[], columns: readonly string[]) =>
  set.every((column) => columns.includes(column));

/** Sets of columns from which the company follows. */
function determining(place: Place, own: TableFacts, plan: Plan): string[][] {
  const sets = [
    ["company_id"],
    ...own.foreignKeys.filter(({ to }) => isDistributed(plan, to)).map(({ columns }) => columns),
  ];
  if (place.as === "person") sets.push(["user_id"]);
  if (place.as === "parent") sets.push(...place.by.map((column) => [column]));
  if (place.as === "subject") sets.push(typeof place.of === "string" ? [place.by] : ["subject", place.by]);
  // Every copy of a row is the same.
  if (place.as === "copied")
    sets.push(...own.uniqueKeys.filter((key) => key.isPrimary).map(({ columns }) => columns));
  return sets;
}

/** Foreign keys, as `table.columns -> table`, that no database could hold between where the two stand, or only by clearing the company. */
export function foreignKeysToReplace(facts: Facts, plan: Plan): string[] {
  return [...facts]
    .flatMap(([table, { foreignKeys }]) =>
      foreignKeys
        .filter(({ to, setsNull, columns }) => {
          if (isEverywhere(plan, to) || isEverywhere(plan, table)) return false;
          // Of another person, who may be of another company.
          if (plan[to]?.as === "person" && !columns.includes("user_id") && !isPath(plan[table], columns))
            return true;
          const [isHereDivided, isThereDivided] = [isDistributed(plan, table), isDistributed(plan, to)];
          // The company would be part of the key, and it is never set to null.
          return isHereDivided !== isThereDivided || (isHereDivided && setsNull);
        })
        .map(({ columns, to }) => `${table}.${columns.join("+")} -> ${to}`),
    )
    .sort();
}

/** Functions of triggers on distributed tables. */
export function triggersToMove(facts: Facts, plan: Plan): string[] {
  const tables = [...facts].filter(([table]) => isDistributed(plan, table));
  return [...new Set(tables.flatMap(([, { triggers }]) => triggers))].sort();
}

const isPath = (place: Place | undefined, columns: readonly string[]) =>
  place?.as === "parent" && isIn(columns, place.by);
