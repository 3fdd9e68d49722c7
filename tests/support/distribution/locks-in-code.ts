import { lineOf, type SourceModule } from "../source-module.ts";

/** A place of the code that locks rows, takes a job or stores what may exist already. */
export interface LockPlace {
  /** `app/provider/bookings/store.ts:95`. */
  at: string;
  path: string;
  kind: "lock" | "claim" | "upsert" | "advisory" | "whole table";
  /** The table; of an advisory lock its name, as far as it is written out. */
  of: string;
  /** Whether its statement says which company's rows. */
  namesCompany: boolean;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const KYSELY_LOCKS = new Set(["forUpdate", "forNoKeyUpdate", "forShare", "forKeyShare"]);
const COMPANY = /company_?ids?\b/i;
/** Conditions that compare a row's company with the caller's (`call/scope.ts` and what is made of it). */
const SCOPED = /\b(seenRows|changeableRows|seenBookings|inScope)\(/;

/** What follows the conditions' words: a company that is only read does not say where the rows are. */
const conditionsOf = (statement: string): string =>
  [...statement.matchAll(/\.where\([^)]*\)|\bwhere\b(?!\()[\s\S]*/g)]
    .map(([conditionText]) => conditionText)
    .join("\n");

/** Every such place of a module. */
export function locksInCode({ path, text, program }: SourceModule): LockPlace[] {
  const places: LockPlace[] = [];
  const add = (node: Node, kind: LockPlace["kind"], of: string, statement: string) =>
    places.push({
      at: `${path}:${lineOf(text, node.start)}`,
      path,
      kind,
      of,
      namesCompany:
        SCOPED.test(statement) || COMPANY.test(kind === "upsert" ? statement : conditionsOf(statement)),
    });
  const visit = (node: Node, above: readonly Node[]): void => {
    const method = calledMethod(node);
    if (method && KYSELY_LOCKS.has(method)) {
      const statement = statementOf(node, above, text);
      const skips = statement.includes("skipLocked()");
      add(propertyOf(node), skips ? "claim" : "lock", tableOfChain(statement), statement);
    }
    if (method === "onConflict") {
      const statement = statementOf(node, above, text);
      add(propertyOf(node), "upsert", tableOfChain(statement), statement);
    }
    if (node.type === "TaggedTemplateExpression" && /\bsql(<|`)/.test(text.slice(node.start, node.start + 4)))
      if (!above.some((outer) => outer.type === "TaggedTemplateExpression" && outer !== node))
        for (const place of locksInSql(text.slice(node.start, node.end)))
          add({ ...node, start: node.start + place.offset }, place.kind, place.of, place.statement);
    if (method === "query" && !above.some((outer) => outer.type === "TaggedTemplateExpression"))
      for (const place of locksInSql(text.slice((propertyOf(node) as Node).start, node.end)))
        add({ ...node, start: propertyOf(node).start + place.offset }, place.kind, place.of, place.statement);
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value])
        if (isNode(child)) visit(child, [node, ...above]);
  };
  visit(program as unknown as Node, []);
  return places;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}

function calledMethod({ type, callee }: Node): string | undefined {
  if (type !== "CallExpression" || !isNode(callee) || callee.type !== "MemberExpression") return undefined;
  const { property } = callee;
  return isNode(property) && property.type === "Identifier" ? (property.name as string) : undefined;
}

const propertyOf = (node: Node): Node => (node.callee as Node).property as Node;

/** The outermost chain of calls around a call, also from inside `$if(...)`. */
function statementOf(node: Node, above: readonly Node[], text: string): string {
  let outermost = node;
  for (const outer of above) {
    if (/^(Variable|Return|Expression|Function|Block|ArrayE|Property$)/.test(outer.type)) break;
    outermost = outer;
  }
  return text.slice(outermost.start, outermost.end);
}

/** The table that a chain of Kysely reads or writes. */
function tableOfChain(statement: string): string {
  const ofLock = /for(?:NoKey)?(?:Update|Share)\("(\w+)"\)/.exec(statement)?.[1];
  const [, table, alias] = /\.(?:selectFrom|insertInto)\("(\w+)(?: as (\w+))?"/.exec(statement) ?? [];
  if (ofLock && alias !== ofLock) {
    const joined = new RegExp(`oin\\("(\\w+) as ${ofLock}"`).exec(statement)?.[1];
    return joined ?? table ?? "?";
  }
  return table ?? "?";
}

interface SqlPlace {
  offset: number;
  kind: LockPlace["kind"];
  of: string;
  statement: string;
}

const SQL_PLACE =
  /\bon conflict\b|\bfor (?:no key )?(?:update|share)\b(?: of (\w+))?(?:\s+skip locked)?|pg_(?:try_)?advisory_(?:xact_)?lock\(([^)]*)\)?|\block table (\w+)/gi;

function locksInSql(template: string): SqlPlace[] {
  return [...template.matchAll(SQL_PLACE)].map((match) => {
    const [clause, alias, advisory, whole] = match;
    const before = template.slice(0, match.index);
    const rest = { offset: match.index, statement: template };
    if (advisory !== undefined) return { ...rest, kind: "advisory", of: nameOfLock(advisory) };
    if (whole) return { ...rest, kind: "whole table", of: whole };
    if (clause === "on conflict")
      return { ...rest, kind: "upsert", of: [...before.matchAll(/insert into (\w+)/g)].at(-1)?.[1] ?? "?" };
    return {
      ...rest,
      kind: clause.includes("skip locked") ? "claim" : "lock",
      of: lockedTable(before, alias),
    };
  });
}

function nameOfLock(called: string): string {
  return (
    /'([^']+)'/.exec(called)?.[1] ??
    /\$\{`([^`]*)`/.exec(called)?.[1]?.replace(/\$\{[^}]*\}/g, "*") ??
    /\$\{(\w+)/.exec(called)?.[1] ??
    called
  );
}

/** The table of the last `from` or `join`, or the one called so. */
function lockedTable(before: string, alias: string | undefined): string {
  const named = [...before.matchAll(/\b(?:from|join) (\w+)(?: (?:as )?(\w+))?/g)];
  const own = alias ? named.findLast(([, table, short]) => short === alias || table === alias) : undefined;
  // A subquery closed before the lock is not what is locked.
  const open = named.filter((match) => isOpen(before.slice(match.index)));
  return (alias ? own : open.at(-1))?.[1] ?? "?";
}

const isOpen = (text: string): boolean => {
  let depth = 0;
  for (const letter of withoutValues(text)) {
    if (letter === "(") depth++;
    if (letter === ")") depth--;
    if (depth < 0) return false;
  }
  return true;
};

/** The text of a template without what is put into it, of which braces may be within braces. */
function withoutValues(text: string): string {
  const shorter = text.replace(/\$?\{[^{}]*\}/g, "");
  return shorter === text ? text : withoutValues(shorter);
}
