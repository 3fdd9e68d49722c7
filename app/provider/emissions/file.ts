import { type Kysely, type RawBuilder, sql } from "kysely";
import type { EmissionGap, FactorQuality } from "#app/contract/emission-code.ts";
import type { FileFormat } from "#app/contract/list-file.ts";
import type { JobMode } from "#app/contract/shipment-code.ts";
import type { Language } from "#app/contract/user.ts";
import { add, round } from "#app/lib/decimal.ts";
import type { FileAnswer } from "../call/route.ts";
import { givenIds, ListedIds } from "../db/listed-ids.ts";
import type { Database } from "../db/schema.ts";
import { type TableColumn, tableFile } from "../output/table-file.ts";
import type { Cell } from "../output/xlsx-stream.ts";
import { placeNames } from "../reference/place-names.ts";
import { modeTexts } from "../shipments/export-text.ts";
import { inScope, type ShipmentScope } from "../shipments/filter.ts";
import { readFactors, type StoredFactor } from "./factor.ts";
import { factorWords } from "./words.ts";
import { fromThousandths } from "./worker.ts";

type Words = Record<Language, string>;

/** The form of a sustainability report: GHG Protocol, scope 3, category 4. */
const words = {
  sheet: { en: "Transport emissions", zh: "运输排放" },
  scope: { en: "Scope 3, category 4: upstream transport", zh: "范围三第 4 类：上游运输" },
  method: { en: "ISO 14083, computed from factors", zh: "ISO 14083，按因子计算" },
  waiting: { en: "No figure yet", zh: "尚未计算" },
} satisfies Record<string, Words>;
const gaps: Record<EmissionGap, Words> = {
  noWeight: { en: "No weight", zh: "缺少重量" },
  noDistance: { en: "Position of a place not known", zh: "地点位置未知" },
  noFactor: { en: "No factor for a means of transport", zh: "某运输工具无因子" },
};
const qualities: Record<FactorQuality, Words> = {
  default: { en: "Default values", zh: "默认值" },
  carrier: { en: "Carrier's own values", zh: "承运人自有数值" },
};

interface Row {
  houseNumber: string;
  year: number | null;
  departure: string | null;
  mode: JobMode;
  from: string;
  to: string;
  carrier: string | null;
  shipper: string;
  consignee: string;
  massKg: string;
  state: EmissionGap | "counted" | "waiting";
  km: number | null;
  kgKm: string | null;
  ttw: string | null;
  wtt: string | null;
  rf: string | null;
  low: string | null;
  high: string | null;
  factorIds: string[] | null;
}
interface Context {
  language: Language;
  placeOf(code: string): string;
  factorsOf(row: Row): StoredFactor[];
}
interface Column {
  heading: Words;
  width: number;
  kind?: TableColumn["kind"];
  cell(row: Row, context: Context): Cell;
}

const named = (en: string, zh: string, width: number, cell: Column["cell"]): Column => ({
  heading: { en, zh },
  width,
  cell,
});
const decimal = (en: string, zh: string, cell: Column["cell"]): Column => ({
  heading: { en, zh },
  width: 16,
  kind: "decimal" as const,
  cell,
});
const joined = (texts: string[], language: Language): Cell =>
  [...new Set(texts)].join(language === "zh" ? "；" : "; ") || null;

const columns: readonly Column[] = [
  named("House number", "分单号", 18, ({ houseNumber }) => houseNumber),
  named("Reporting year", "报告年度", 10, ({ year }) => year),
  { ...named("Departure", "离港日", 12, ({ departure }) => departure), kind: "day" },
  named("Category", "类别", 36, (_, { language }) => words.scope[language]),
  named("Mode", "运输方式", 10, ({ mode }, { language }) => modeTexts[mode][language]),
  named("Origin", "起运地", 24, ({ from }, { placeOf }) => placeOf(from)),
  named("Destination", "目的地", 24, ({ to }, { placeOf }) => placeOf(to)),
  named("Carrier", "承运人", 24, ({ carrier }) => carrier),
  named("Shipper", "发货人", 28, ({ shipper }) => shipper),
  named("Consignee", "收货人", 28, ({ consignee }) => consignee),
  decimal("Mass, t", "质量（t）", ({ massKg }) => (Number(massKg) > 0 ? fromThousandths(massKg) : null)),
  named("Distance, km", "距离（km）", 12, ({ km }) => km),
  decimal("Transport activity, t·km", "运输周转量（t·km）", ({ kgKm }) => fromThousandths(kgKm)),
  decimal("Tank to wheel, kg CO2e", "油箱到车轮（kg CO2e）", ({ ttw }) => fromThousandths(ttw)),
  decimal("Well to tank, kg CO2e", "油井到油箱（kg CO2e）", ({ wtt }) => fromThousandths(wtt)),
  decimal("Well to wheel, kg CO2e", "油井到车轮（kg CO2e）", ({ ttw, wtt }) =>
    ttw && wtt ? fromThousandths(round(add(ttw, wtt), 0)) : null,
  ),
  decimal("Radiative forcing besides, kg CO2e", "另计辐射强迫（kg CO2e）", ({ rf }) => fromThousandths(rf)),
  decimal("From, kg CO2e", "下限（kg CO2e）", ({ low }) => fromThousandths(low)),
  decimal("To, kg CO2e", "上限（kg CO2e）", ({ high }) => fromThousandths(high)),
  named(
    "Method",
    "方法",
    30,
    ({ state }, { language }) => (state === "counted" && words.method[language]) || null,
  ),
  named("Factor sources", "因子来源", 60, (row, { language, factorsOf }) =>
    joined(
      factorsOf(row).map((factor) => factorWords(factor.row, language).source),
      language,
    ),
  ),
  named("Editions", "版本", 12, (row, { language, factorsOf }) =>
    joined(
      factorsOf(row).map(({ edition }) => String(edition)),
      language,
    ),
  ),
  named("Licences", "许可", 30, (row, { language, factorsOf }) =>
    joined(
      factorsOf(row).map((factor) => factorWords(factor.row, language).licence),
      language,
    ),
  ),
  named("Data quality", "数据质量", 20, (row, { language, factorsOf }) =>
    joined(
      factorsOf(row).map(
        ({ carrierCode }) => qualities[carrierCode === null ? "default" : "carrier"][language],
      ),
      language,
    ),
  ),
  named("Left out because", "未计入原因", 30, ({ state }, { language }) => {
    if (state === "counted") return null;
    return state === "waiting" ? words.waiting[language] : gaps[state][language];
  }),
];

/** The shipments of a condition on `s`, one by one, each with its figures or why it has none. */
export async function emissionFile(
  db: Kysely<Database>,
  {
    scope,
    matching,
    fileName,
    format,
    language,
    streamedRows,
  }: {
    scope: ShipmentScope;
    matching: RawBuilder<unknown>;
    fileName: string;
    format: FileFormat;
    language: Language;
    streamedRows?: number | undefined;
  },
): Promise<FileAnswer> {
  const ids = await ListedIds.read(
    db,
    sql`select s.id from shipment s where ${matching} order by coalesce(s.atd, s.etd), s.id`,
    streamedRows,
  );
  const names = await placeNames(db, language);
  const factors = new Map((await readFactors(db)).map((factor) => [factor.id, factor]));
  const context: Context = {
    language,
    placeOf: (code) => {
      const { name } = names.of(code);
      return name === code ? code : `${name} (${code})`;
    },
    factorsOf: ({ factorIds }) => (factorIds ?? []).flatMap((id) => factors.get(String(id)) ?? []),
  };
  async function* batches(): AsyncGenerator<Cell[][]> {
    for await (const rows of ids.rows((part) => readBatch(db, scope, part)))
      yield rows.map((row) => columns.map(({ cell }) => cell(row, context)));
  }
  return tableFile(format, {
    fileName,
    sheetName: words.sheet[language],
    batches: batches(),
    columns: columns.map(({ heading, width, kind }) => ({
      heading: heading[language],
      width,
      ...(kind && { kind }),
    })),
  });
}

async function readBatch(db: Kysely<Database>, scope: ShipmentScope, ids: BigInt64Array): Promise<Row[]> {
  const { rows } = await sql<{ batch: string | null }>`
    select json_agg(json_build_object(
      'houseNumber', s.house_number, 'year', extract(year from coalesce(s.atd_local, s.etd_local, s.atd, s.etd))::int,
      'departure', to_char(coalesce(s.atd_local, s.etd_local, s.atd, s.etd), 'YYYY-MM-DD'), 'mode', s.job_mode,
      'from', coalesce(s.place_of_receipt, s.port_of_departure),
      'to', coalesce(s.port_of_final_arrival, s.port_of_arrival),
      'carrier', carrier.name, 'shipper', shipper.name, 'consignee', consignee.name,
      'massKg', s.gross_weight_kg::text,
      'state', case when e.shipment_id is null then 'waiting' else coalesce(e.gap, 'counted') end,
      'km', e.km, 'kgKm', e.kg_km::text, 'ttw', e.ttw_g::text, 'wtt', e.wtt_g::text, 'rf', e.rf_g::text,
      'low', e.low_g::text, 'high', e.high_g::text, 'factorIds', e.factor_ids::text[]) order by given.place)::text as batch
    from ${givenIds(ids)}
    join shipment s on s.id = given.id
    join party shipper on shipper.id = s.shipper_id
    join party consignee on consignee.id = s.consignee_id
    left join carrier on carrier.code = s.carrier_code
    left join shipment_emission e on e.shipment_id = s.id
    where ${inScope(scope)}`.execute(db);
  return JSON.parse(rows[0]?.batch ?? "[]");
}
