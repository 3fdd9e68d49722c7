import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { Bar, BarChart, Tooltip, XAxis, YAxis } from "recharts";
import { Backdrop, BarMarks, type BarView, type ChartView, heightOf, ROW } from "./chart.tsx";

/** Each row answers over its whole width. */
type Row = BarView & { width: number };
const WHOLE = 100;

/**
 * The chart of `chart.tsx` with its marks, drawn by recharts: it follows mouse and arrow keys, and a click leads to the
 * shipments of the bar. `onDrawn` is called when the marks are there.
 */
export function LiveChart({ chart, onDrawn }: { chart: ChartView; onDrawn: () => void }) {
  const frame = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = frame.current!;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const drawn = useRef(onDrawn);
  useEffect(() => {
    const element = frame.current!;
    const look = () => {
      if (element.querySelectorAll("[data-bar]").length === 0) return;
      observer.disconnect();
      drawn.current();
    };
    const observer = new MutationObserver(look);
    observer.observe(element, { childList: true, subtree: true });
    look();
    return () => observer.disconnect();
  }, []);
  const rows: Row[] = chart.bars.map((bar) => ({ ...bar, width: WHOLE }));
  return (
    <div ref={frame} className="w-full">
      {width > 0 ? (
        <BarChart
          layout="vertical"
          width={width}
          height={heightOf(chart)}
          data={rows}
          margin={{ top: 0, right: 0, bottom: heightOf(chart) - rows.length * ROW, left: 0 }}
          title={chart.title}
          className="text-xs"
        >
          <XAxis type="number" domain={[0, WHOLE]} hide />
          <YAxis type="category" dataKey="key" hide />
          <Backdrop chart={chart} />
          <Tooltip
            isAnimationActive={false}
            cursor={{ className: "fill-line" }}
            content={({ active, payload }) => {
              const bar = payload?.[0]?.payload as Row | undefined;
              return active && bar ? <Tip bar={bar} chart={chart} /> : null;
            }}
          />
          <Bar
            dataKey="width"
            isAnimationActive={false}
            shape={({ index, payload }: { index?: number; payload?: Row }) =>
              payload ? <BarMarks bar={payload} top={(index ?? 0) * ROW} /> : <g />
            }
            onClick={({ payload }: { payload?: Row }) => {
              if (payload) navigate(payload.href);
            }}
            className="cursor-pointer"
          />
        </BarChart>
      ) : null}
    </div>
  );
}

/** The figures of a bar, for who points at it. */
function Tip({ bar, chart }: { bar: Row; chart: ChartView }) {
  const named = bar.parts.flatMap(({ kind, text }) => {
    const label = chart.legend.find((each) => each.kind === kind)?.label;
    return label && text ? [`${label}: ${text}`] : [];
  });
  return (
    <div role="status" className="rounded-sm border border-line bg-card px-2 py-1 text-foreground">
      <strong className="block">{bar.label}</strong>
      {named.length > 0 ? (
        named.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))
      ) : (
        <span className="block">{`${bar.text} ${chart.unit}`}</span>
      )}
    </div>
  );
}
