import type { ImportFileRow, RowState } from "#app/contract/desk-import.ts";
import type { Language } from "#app/contract/user.ts";
import { airWaybillMeant, checkAirWaybill } from "#app/lib/air-waybill.ts";
import type { CheckedNumber } from "#app/lib/check-digit.ts";
import { spoiltCells } from "../files/spoilt-cell.ts";
import type { Change } from "../operation-log/changes.ts";
import { type MessageKey, message } from "../texts/message.ts";

interface RowFault {
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
  texts: RowFault[];
  warnings: RowFault[];
  /** Changes of a row that changes what is there. */
  changes: Change[];
}

const SHOWN_NAME = 60;

/** Collects what is said of a row. */
export class Telling {
  readonly #line: number;
  readonly #name: string;
  readonly #language: Language;
  readonly #texts: RowFault[] = [];
  readonly #warnings: RowFault[] = [];

  constructor(line: number, name: string, language: Language) {
    this.#line = line;
    this.#name = name.slice(0, SHOWN_NAME);
    this.#language = language;
  }
  get isFaulty(): boolean {
    return this.#texts.length > 0;
  }
  has(column: string): boolean {
    return this.#texts.some((text) => text.column === column);
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
  /** What a spreadsheet has spoilt, and numbers that can be meant in two ways. */
  judgeCells({
    cells,
    unclear = {},
    presumed = {},
  }: Pick<ImportFileRow, "cells" | "unclear" | "presumed">): void {
    for (const { column, key, value } of spoiltCells(cells)) this.fault(column, key, { value });
    for (const [column, [byPoint, byComma]] of Object.entries(unclear))
      this.fault(column, "numberUnclear", { byPoint, byComma });
    for (const [column, value] of Object.entries(presumed)) this.warn(column, "numberPresumed", { value });
  }
  /** An air waybill, which may have lost the zeros before it as well. */
  warnAirWaybill(column: string, typed: string): void {
    const checked = checkAirWaybill(typed);
    const meant = airWaybillMeant(typed);
    if (meant) this.warn(column, "deskZeroLost", { number: checked.number, meant });
    else this.warnDigit(column, checked);
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
      line: this.#line,
      name: this.#name,
      state,
      changes,
      texts: this.#texts,
      warnings: this.#warnings,
    };
  }
  faulty(): JudgedRow {
    return this.row("faulty");
  }
  /** @param isSame whether it says the same as the row before that is of the same */
  twice(line: number, isSame: boolean): JudgedRow {
    this.fault(null, isSame ? "deskRowTwice" : "deskRowOther", { line });
    return this.row("twice");
  }
}
