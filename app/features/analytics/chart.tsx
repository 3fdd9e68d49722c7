import { useEffect, useState } from "react";
import { loadChunk } from "#app/lib/load-chunk.ts";
import type { LiveChart } from "./chart-live.tsx";

/** A horizontal bar: its parts side by side, in percent of the axis. */
export interface BarView {
  key: string;
  label: string;
  /** What the parts say, in words and figures. */
  text: string;
  parts: { kind: PartKind; share: number; text: string }[];
  /** A thinner bar below: the period before. */
  before: number | null;
  /** A mark on the axis: what was planned. */
  mark: number | null;
  /** The shipments of the bar. */
  href: string;
}
/** Kinds differ by brightness and by pattern, so that they can be told apart without colours. */
export type PartKind = "main" | "late" | "open" | "unknown" | "rest";

export interface ChartView {
  title: string;
  axis: { at: number; label: string }[];
  /** Below the axis: the unit. */
  unit: string;
  legend: { kind: PartKind | "before" | "mark"; label: string }[];
  bars: BarView[];
}

export const ROW = 46;
const BAR_TOP = 20;
const BAR_HEIGHT = 14;
const AXIS = 40;

const fills: Record<PartKind, string> = {
  main: "fill-brand",
  late: "fill-[url(#chart-late)]",
  open: "fill-[url(#chart-open)]",
  unknown: "fill-line",
  rest: "fill-[url(#chart-rest)]",
};

/**
 * A bar chart drawn on the server. Lengths are percent and text is pixels, so that it fits every width without a
 * script; the table below it has the same figures. With scripts the same marks answer to mouse and keys
 * (`chart-live.tsx`), once they are drawn.
 */
export function BarChart({ chart }: { chart: ChartView }) {
  const [Live, setLive] = useState<typeof LiveChart | null>(null);
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    let isShown = true;
    loadChunk(() => import("./chart-live.tsx")).then((loaded) => {
      if (loaded && isShown) setLive(() => loaded.LiveChart);
    });
    return () => {
      isShown = false;
    };
  }, []);
  return (
    <figure className="max-w-text">
      <figcaption className="mb-1 font-semibold">{chart.title}</figcaption>
      {chart.legend.length > 0 ? <Legend legend={chart.legend} /> : null}
      <div className="relative">
        {isDrawn ? null : (
          <svg
            role="img"
            aria-label={chart.title}
            width="100%"
            height={heightOf(chart)}
            className="overflow-visible text-xs"
          >
            <Backdrop chart={chart} />
            {chart.bars.map((bar, index) => (
              <BarMarks key={bar.key} bar={bar} top={index * ROW} />
            ))}
          </svg>
        )}
        {Live ? (
          <div className={isDrawn ? undefined : "invisible absolute top-0 w-full"}>
            <Live chart={chart} onDrawn={() => setDrawn(true)} />
          </div>
        ) : null}
      </div>
    </figure>
  );
}

export const heightOf = ({ bars }: ChartView): number => bars.length * ROW + AXIS;

/** The axis with its lines, and the patterns of the bars. */
export function Backdrop({ chart: { axis, bars, unit } }: { chart: ChartView }) {
  const bottom = bars.length * ROW;
  return (
    <>
      <Patterns />
      {axis.map(({ at, label }, index) => (
        <g key={at} className="fill-foreground">
          <line x1={`${at}%`} x2={`${at}%`} y1="0" y2={bottom} className="stroke-line" />
          <text
            x={`${at}%`}
            y={bottom + 14}
            textAnchor={index === 0 ? "start" : index === axis.length - 1 ? "end" : "middle"}
          >
            {label}
          </text>
        </g>
      ))}
      <text x="100%" y={bottom + 32} textAnchor="end" className="fill-quiet">
        {unit}
      </text>
    </>
  );
}

/** What is drawn of one bar. */
export function BarMarks({ bar, top }: { bar: BarView; top: number }) {
  let at = 0;
  return (
    <g data-bar={bar.key} className="fill-foreground">
      <title>{`${bar.label}: ${bar.text}`}</title>
      <text x="0" y={top + 14}>
        {bar.label}
      </text>
      <text x="100%" y={top + 14} textAnchor="end">
        {bar.text}
      </text>
      {bar.parts.map(({ kind, share }) => {
        const x = at;
        at += share;
        return share > 0 ? (
          <rect
            key={kind}
            x={`${x}%`}
            y={top + BAR_TOP}
            width={`${share}%`}
            height={BAR_HEIGHT}
            className={`${fills[kind]} stroke-foreground`}
          />
        ) : null;
      })}
      {bar.before === null || bar.before === 0 ? null : (
        <rect
          x="0"
          y={top + BAR_TOP + BAR_HEIGHT + 2}
          width={`${bar.before}%`}
          height="5"
          className="fill-quiet"
        />
      )}
      {bar.mark === null ? null : (
        <line
          x1={`${bar.mark}%`}
          x2={`${bar.mark}%`}
          y1={top + BAR_TOP - 3}
          y2={top + BAR_TOP + BAR_HEIGHT + 3}
          className="stroke-foreground stroke-3"
        />
      )}
    </g>
  );
}

function Legend({ legend }: { legend: ChartView["legend"] }) {
  return (
    <ul className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-xs">
      {legend.map(({ kind, label }) => (
        <li key={kind} className="flex items-center gap-1">
          <svg aria-hidden="true" width="16" height="14" className="shrink-0">
            <LegendMark kind={kind} />
          </svg>
          {` ${label}`}
        </li>
      ))}
    </ul>
  );
}

/** The mark of a kind, 16 by 14 pixels. */
export function LegendMark({ kind }: Pick<ChartView["legend"][number], "kind">) {
  return (
    <>
      <Patterns />
      {kind === "mark" ? (
        <line x1="8" x2="8" y1="0" y2="14" className="stroke-foreground stroke-3" />
      ) : kind === "before" ? (
        <rect y="5" width="16" height="5" className="fill-quiet" />
      ) : (
        <rect x="0.5" y="0.5" width="15" height="13" className={`${fills[kind]} stroke-foreground`} />
      )}
    </>
  );
}

/** Hatched lines: to the right for late, wide ones for what is not over, dots for the rest. */
function Patterns() {
  return (
    <defs>
      <pattern
        id="chart-late"
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="6" height="6" className="fill-danger-soft" />
        <rect width="3" height="6" className="fill-danger" />
      </pattern>
      <pattern
        id="chart-open"
        width="10"
        height="10"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(-45)"
      >
        <rect width="10" height="10" className="fill-card" />
        <rect width="1" height="10" className="fill-foreground" />
      </pattern>
      <pattern id="chart-rest" width="5" height="5" patternUnits="userSpaceOnUse">
        <rect width="5" height="5" className="fill-card" />
        <circle cx="2.5" cy="2.5" r="1" className="fill-foreground" />
      </pattern>
    </defs>
  );
}
