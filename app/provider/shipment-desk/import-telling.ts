import type { RowState } from "#app/contract/desk-import.ts";
import type { Language } from "#app/contract/user.ts";
import type { CheckedNumber } from "#app/lib/check-digit.ts";
import type { Change } from "../operation-log/changes.ts";
import { type MessageKey, message } from "../texts/message.ts";

interface Told {
  /** Null: of the whole row. */
  column: string | null;
  message: string;
}

/** A row of a file with what it would do. */
export interface JudgedRow {
  line: number;
  name: string;
  state: RowState;
  /** Why it is left out. */
  texts: Told[];
  warnings: Told[];
  /** Of a row that changes what is there. */
  changes: Change[];
}

const SHOWN_NAME = 60;

/** Collects what is said of a row. */
export class Telling {
  readonly #line: number;
  readonly #name: string;
  readonly #language: Language;
  readonly #texts: Told[] = [];
  readonly #warnings: Told[] = [];

  constructor(line: number, name: string, language: Language) {
    this.#line = line;
    this.#name = name.slice(0, SHOWN_NAME);
    this.#language = language;
  }
  get isFaulty(): boolean {
    return this.#texts.length > 0;
  }
  say(column: string | null, text: string): void {
    this.#texts.push({ column, message: text });
  }
  fault(column: string | null, key: MessageKey, values: Record<string, string | number> = {}): null {
    this.say(column, message(key, this.#language, values));
    return null;
  }
  warn(column: string, key: MessageKey, values: Record<string, string | number> = {}): void {
    this.#warnings.push({ column, message: message(key, this.#language, values) });
  }
  warnDigit(column: string, checked: CheckedNumber): void {
    const { number } = checked;
    if (checked.status === "wrong-digit")
      this.warn(column, "deskDigit", { number, expected: checked.expected });
    if (checked.status === "malformed")
      this.warn(column, "deskNumberOdd", { number: number.slice(0, SHOWN_NAME) });
  }
  row(state: RowState, changes: Change[] = []): JudgedRow {
    return {
      ...{ line: this.#line, name: this.#name, state, changes },
      ...{ texts: this.#texts, warnings: this.#warnings },
    };
  }
  faulty(): JudgedRow {
    return this.row("faulty");
  }
  twice(line: number): JudgedRow {
    this.fault(null, "deskRowTwice", { line });
    return this.row("twice");
  }
}
