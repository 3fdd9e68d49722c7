import type { Kysely } from "kysely";
import { quoteDetail, quotePrice } from "#app/contract/quote.ts";
import type { Database } from "#app/provider/db/schema.ts";
import { content } from "#tests/provider/bookings/fixture.ts";
import { type FaultyLink, startFaultyLink } from "./faulty-link.ts";
import { makeCompany, makePerson, makeSession, PASSWORD } from "./people.ts";
import { callEndpoint } from "./provider.ts";
import { priceUntil, requestForm } from "./quotes.ts";

/**
 * Two people of the same name, one of them in two windows, save drafts and requests over a link that loses
 * requests and answers and duplicates them; prices are replaced while they decide. The stored content is read
 * before and after each submission, so that each change can be assigned to the form that made it.
 */
export interface AttackResult {
  rounds: number;
  presses: number;
  /** Results of submissions. */
  saved: number;
  toldOfAnother: number;
  unanswered: number;
  /** Acknowledged but not stored. */
  lost: number;
  /** Created twice. */
  doubled: number;
  /** A value that the form had never shown was overwritten, or a price other than the shown one was accepted. */
  overwritten: number;
  /** Descriptions of what went wrong. */
  faults: string[];
  befallen: FaultyLink["befallen"];
}

export interface Attacked {
  db: Kysely<Database>;
  providerUrl: string;
  portalUrl: string;
  rounds: number;
  random: () => number;
}

interface Answer {
  status: number;
  location: string | null;
  html: string;
}

/** A browser without scripts that uses the link. */
class Visitor {
  readonly #cookies = new Map<string, string>();
  readonly #origin: string;
  constructor(origin: string) {
    this.#origin = origin;
  }

  async send(path: string, fields?: Record<string, string>): Promise<Answer> {
    const answer = await fetch(this.#origin + path, {
      method: fields ? "POST" : "GET",
      ...(fields ? { body: new URLSearchParams(fields).toString() } : {}),
      redirect: "manual",
      headers: {
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        connection: "close",
        ...(fields ? { origin: this.#origin, "content-type": "application/x-www-form-urlencoded" } : {}),
      },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      this.#cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    const location = answer.headers.get("location");
    const target = location ? new URL(location, this.#origin) : null;
    return {
      status: answer.status,
      location: target && target.pathname + target.search,
      html: await answer.text(),
    };
  }

  async open(path: string): Promise<Answer & { path: string }> {
    for (let at = path, steps = 0; steps < 5; steps++) {
      const answer = await this.send(at);
      if (!answer.location) return { ...answer, path: at };
      at = answer.location;
    }
    throw new Error(`${path} redirects in a circle`);
  }
}

const HIDDEN = ["requestId", "id", "version", "purpose", "draftKey", "editor"];
const decoded = (text: string) =>
  text.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&");

function valueIn(html: string, name: string): string | undefined {
  const plain = name.replace(/[[\].]/g, "\\$&");
  const [, area] = new RegExp(`<textarea[^>]*name="${plain}"[^>]*>([^<]*)</textarea>`).exec(html) ?? [];
  if (area !== undefined) return decoded(area);
  const [input] = new RegExp(`<input[^>]*name="${plain}"[^>]*>`).exec(html) ?? [];
  return input === undefined ? undefined : decoded(/ value="([^"]*)"/.exec(input)?.[1] ?? "");
}

/** The record that the forms of a round edit. */
interface Subject {
  /** Fields that are filled in; the rest of the form is not changed. */
  names: readonly string[];
  rest: Record<string, string>;
  stored(): Promise<Record<string, string> | null>;
}

/** An open form: its content, what it has shown, and what was typed since the last acknowledgement. */
class OpenForm {
  readonly visitor: Visitor;
  readonly subject: Subject;
  path = "";
  hidden: Record<string, string> = {};
  values: Record<string, string> = {};
  known = new Map<string, Set<string>>();
  typed = new Set<string>();
  /** The button of a page that shows both versions. */
  keep: string | null = null;
  constructor(visitor: Visitor, subject: Subject) {
    this.visitor = visitor;
    this.subject = subject;
  }

  async load(path: string): Promise<void> {
    const page = await this.visitor.open(path);
    if (page.status !== 200) throw new Error(`${path} answered ${page.status}`);
    this.path = page.path;
    this.show(page.html);
    for (const name of this.subject.names) this.values[name] = valueIn(page.html, name) ?? "";
    for (const name of this.subject.names) this.#know(name, this.values[name] ?? "");
    this.typed.clear();
    this.keep = null;
  }

  show(html: string): void {
    for (const name of HIDDEN) {
      const value = valueIn(html, name);
      if (value !== undefined) this.hidden[name] = value;
    }
    this.keep = /<button[^>]*value="(keep:[\d:]+)"/.exec(html)?.[1] ?? null;
  }

  type(name: string, value: string): void {
    this.values[name] = value;
    this.typed.add(name);
    this.#know(name, value);
  }

  /** Records everything that a page shows. */
  learn(html: string, stored: Record<string, string>): void {
    for (const [name, value] of Object.entries(stored))
      if (html.includes(`>${value}<`)) this.#know(name, value);
  }

  #know(name: string, value: string): void {
    this.known.set(name, (this.known.get(name) ?? new Set<string>()).add(value));
  }

  knows(name: string, value: string): boolean {
    return value === "" || Boolean(this.known.get(name)?.has(value));
  }

  fields(intent: string): Record<string, string> {
    return { ...this.subject.rest, ...this.values, ...this.hidden, intent };
  }
}

export async function attackSaves({
  db,
  providerUrl,
  portalUrl,
  rounds,
  random,
}: Attacked): Promise<AttackResult> {
  const link = await startFaultyLink(random);
  link.connect({ portalUrl, providerUrl });
  link.isExposed = (path, method) => method === "POST" && !path.startsWith("/login");
  const result: AttackResult = {
    rounds,
    presses: 0,
    saved: 0,
    toldOfAnother: 0,
    unanswered: 0,
    lost: 0,
    doubled: 0,
    overwritten: 0,
    faults: [],
    befallen: link.befallen,
  };
  const fault = (kind: "lost" | "doubled" | "overwritten", words: string) => {
    result[kind] += 1;
    result.faults.push(`${kind}: ${words}`);
  };
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

  const companyId = await makeCompany(db, ["SHIPMENT_CHARGES"]);
  const forwarder = await makeCompany(db, ["SHIPMENT_CHARGES"], { is_forwarder: true });
  const deskPerson = await makePerson(db, forwarder, { role: "desk" });
  const deskToken = await makeSession(db, deskPerson.id);
  const visitors: Visitor[] = [];
  for (const name of ["Alex Same", "Alex Same"]) {
    const person = await makePerson(db, companyId, { name });
    const visitor = new Visitor(link.url);
    const answer = await visitor.send("/login", { userName: person.userName, password: PASSWORD });
    if (answer.status !== 302) throw new Error(`sign-in answered ${answer.status}`);
    visitors.push(visitor);
  }
  const [first, second] = visitors as [Visitor, Visitor];

  /** Submits, alone or at the same time as another form, and checks the effect on the stored content. */
  async function press(forms: readonly OpenForm[], intentOf: (form: OpenForm) => string): Promise<void> {
    const before = (await forms[0]!.subject.stored()) ?? {};
    const answers = await Promise.all(
      forms.map((form) => form.visitor.send(form.path, form.fields(intentOf(form))).catch(() => null)),
    );
    const after = (await forms[0]!.subject.stored()) ?? {};
    const done = forms.filter((_, index) => answers[index]?.status === 302);
    for (const name of forms[0]!.subject.names) {
      const [was = "", is = ""] = [before[name], after[name]];
      const writer = forms.find((form) => form.values[name] === is);
      if (was !== is && !writer?.knows(name, was))
        fault(
          "overwritten",
          `${name}: ${was} by ${is} (${forms.map((form, index) => `${intentOf(form)} ${form.path} v${form.hidden.version ?? ""} ${answers[index]?.status ?? "unanswered"}`).join("; ")})`,
        );
      const claims = done.filter((form) => form.typed.has(name));
      if (claims.length > 1) fault("overwritten", `${name}: two were told that they had saved it`);
      if (claims.length === 1 && claims[0]!.values[name] !== is)
        fault("lost", `${name}: ${claims[0]!.values[name]} was called saved, and ${is} is stored`);
    }
    // Stored content counts as saved, whatever the answer was: a form that overwrites it later must have shown it.
    for (const form of forms)
      for (const name of [...form.typed]) if (form.values[name] === after[name]) form.typed.delete(name);
    for (const [index, form] of forms.entries()) {
      const answer = answers[index];
      result.presses += 1;
      if (!answer || answer.status === 502 || answer.status === 503) result.unanswered += 1;
      else if (answer.status === 302) {
        result.saved += 1;
        await form.load(answer.location?.replace("/quote/detail?id=", "/quote/add?id=") ?? "");
      } else {
        if (answer.status !== 409) throw new Error(`${form.path} answered ${answer.status}`);
        if (forms.length === 1 && JSON.stringify(before) !== JSON.stringify(after))
          fault("overwritten", "a refused save changed what is stored");
        result.toldOfAnother += 1;
        form.show(answer.html);
        form.learn(answer.html, after);
      }
    }
  }

  async function play(subject: Subject, begin: string, hrefOf: () => Promise<string | null>, tag: string) {
    Object.assign(link.weather, { loseRequest: 0.15, loseAnswer: 0.35, doubleRequest: 0.2 });
    const opener = new OpenForm(first, subject);
    await opener.load(begin);
    for (const name of subject.names) opener.type(name, `${tag}.0.${name}`);
    const forms: OpenForm[] = [opener];
    for (let step = 1; step <= 8; step++) {
      const href = await hrefOf();
      if (href && forms.length < 4 && random() < 0.5) {
        const form = new OpenForm(pick([first, second]), subject);
        // Some forms are opened by the draft's address, some by that of the form that created it.
        await form.load(random() < 0.25 ? opener.path : href);
        forms.push(form);
      }
      const form = pick(forms);
      if (form.keep && random() < 0.5) {
        await press([form], ({ keep }) => keep ?? "save");
        continue;
      }
      if (form.keep && href) await form.load(href);
      // Nothing was typed since: submits the same again.
      if (random() < 0.7) form.type(pick(subject.names), `${tag}.${step}.${Math.floor(random() * 1e9)}`);
      for (const name of subject.names) if (!form.values[name]) form.type(name, `${tag}.${step}.${name}`);
      const other = forms.length > 1 && random() < 0.25 ? pick(forms.filter((each) => each !== form)) : null;
      if (other && !other.keep) {
        other.type(pick(subject.names), `${tag}.${step}.race.${Math.floor(random() * 1e9)}`);
        for (const name of subject.names)
          if (!other.values[name]) other.type(name, `${tag}.${step}.${name}.race`);
        await press([form, other], () => "save");
      } else await press([form], () => "save");
    }
    Object.assign(link.weather, { loseRequest: 0, loseAnswer: 0, doubleRequest: 0 });
    // Finally the link works: the content of the first form is saved, or both versions are shown.
    await press([opener], ({ keep }) => keep ?? "save");
  }

  const count = async (table: "booking" | "quote") =>
    (await db.selectFrom(table).select("id").where("company_id", "=", companyId).orderBy("id").execute()).map(
      ({ id }) => id,
    );

  for (let round = 0; round < rounds; round++) {
    const [bookings, quotes] = [await count("booking"), await count("quote")];
    const made = async (table: "booking" | "quote") =>
      (await count(table)).filter((id) => !(table === "booking" ? bookings : quotes).includes(id));

    const draft: Subject = {
      names: ["marks", "origin", "destination", "goodsDescription"],
      rest: draftFields(),
      stored: async () => {
        const [id] = await made("booking");
        if (!id) return null;
        const row = await db
          .selectFrom("booking")
          .select("content")
          .where("id", "=", id)
          .executeTakeFirstOrThrow();
        const { marks, origin, destination, goodsDescription } = row.content;
        return { marks, origin, destination, goodsDescription };
      },
    };
    const draftHref = async () => {
      const [id] = await made("booking");
      return id ? `/booking/add?id=${id}` : null;
    };
    await play(draft, "/booking/add", draftHref, `d${round}`);
    if ((await made("booking")).length !== 1)
      fault("doubled", `${(await made("booking")).length} drafts of one form`);

    const quoteRequest: Subject = {
      names: ["tag", "cargoDetails", "origin", "destination"],
      rest: requestForm(),
      stored: async () => {
        const [id] = await made("quote");
        if (!id) return null;
        const row = await db
          .selectFrom("quote")
          .select("request")
          .where("id", "=", id)
          .executeTakeFirstOrThrow();
        const { tag, cargoDetails, origin, destination } = row.request;
        return { tag, cargoDetails, origin, destination };
      },
    };
    const quoteHref = async () => {
      const [id] = await made("quote");
      return id ? `/quote/add?id=${id}` : null;
    };
    await play(quoteRequest, "/quote/add", quoteHref, `q${round}`);
    const [quoteId = ""] = await made("quote");
    if ((await made("quote")).length !== 1)
      fault("doubled", `${(await made("quote")).length} quotes of one form`);
    await attackPrice(quoteId);
  }

  /** Both have the price open when it is replaced; both submit until they get an answer about its state. */
  async function attackPrice(id: string): Promise<void> {
    const call = { token: deskToken };
    const price = async () => {
      const amount = (100 + Math.floor(random() * 90_000) / 100).toFixed(2);
      const option = priceUntil(new Date(Date.now() + 86_400_000), "Carrier");
      const lines = option.lines.map((line) => ({ ...line, amount }));
      await callEndpoint(providerUrl, quotePrice, { id, options: [{ ...option, lines }] }, call);
      const { data } = await callEndpoint<{ options: { id: string }[] }>(
        providerUrl,
        quoteDetail,
        { id },
        call,
      );
      return { option: data.options[0]?.id ?? "", amount };
    };
    const seenPrice = await price();
    const kind = pick(["accept", "book"] as const);
    const path = `/quote/${kind}?id=${id}&option=${seenPrice.option}`;
    const pages = [await first.open(path), await second.open(path)];
    const present = await price();
    Object.assign(link.weather, { loseRequest: 0.15, loseAnswer: 0.35, doubleRequest: 0.2 });
    const before = await takenPrice(id);
    const answers = await Promise.all(
      [first, second].map((visitor, index) =>
        visitor.send(path, { requestId: valueIn(pages[index]!.html, "requestId") ?? "" }).catch(() => null),
      ),
    );
    if (before !== null || (await takenPrice(id)) !== null)
      fault("overwritten", `a price of ${present.amount} was taken by who had seen ${seenPrice.amount}`);
    for (const answer of answers) {
      if (!answer) continue;
      result.toldOfAnother += 1;
      const isShown = answer.html.includes(seenPrice.amount) && answer.html.includes(present.amount);
      if (answer.status !== 409 || !isShown) fault("lost", `no word of the price before (${answer.status})`);
    }
    // After the answer both decide again, at the same time, and repeat until they get an answer.
    await Promise.all(
      [first, second].map(async (visitor) => {
        const page = await visitor.open(path);
        const [, action = path] = /<form[^>]*action="(\/quote\/[^"]+)"/.exec(page.html) ?? [];
        const requestId = valueIn(page.html, "requestId") ?? "";
        for (let tries = 0; tries < 6; tries++) {
          if (await visitor.send(decoded(action), { requestId }).catch(() => null)) return;
        }
      }),
    );
    Object.assign(link.weather, { loseRequest: 0, loseAnswer: 0, doubleRequest: 0 });
    const booked = await db.selectFrom("booking").select("id").where("quote_id", "=", id).execute();
    if (booked.length > 1) fault("doubled", `${booked.length} bookings of one quote`);
    const taken = await takenPrice(id);
    if (taken !== null && Number(taken) !== Number(present.amount))
      fault("overwritten", `${taken} was taken where ${present.amount} was shown`);
  }

  async function takenPrice(id: string): Promise<string | null> {
    const row = await db
      .selectFrom("quote as q")
      .innerJoin("quote_option as o", "o.id", "q.accepted_option_id")
      .select("o.total")
      .where("q.id", "=", id)
      .executeTakeFirst();
    return row?.total ?? null;
  }

  await link.close();
  return result;
}

/** A complete booking as its form posts it. */
function draftFields(): Record<string, string> {
  const fields: Record<string, string> = {};
  const put = (name: string, value: unknown): void => {
    if (typeof value === "string") fields[name] = value;
    else if (value === true) fields[name] = "on";
    else if (Array.isArray(value))
      for (const [index, item] of value.entries()) put(`${name}[${index}]`, item);
    else if (typeof value === "object" && value !== null)
      for (const [key, item] of Object.entries(value)) put(name ? `${name}.${key}` : key, item);
  };
  put("", content());
  return fields;
}
