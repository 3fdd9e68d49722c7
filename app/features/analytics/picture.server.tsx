import { renderToStaticMarkup } from "react-dom/server";
import type { Visit } from "#app/access/visit.server.ts";
import { analyticsReport } from "#app/contract/analytics.ts";
import { Backdrop, BarMarks, type ChartView, heightOf, LegendMark, ROW } from "./chart.tsx";
import { chartOf } from "./chart-view.server.ts";
import { pictureName, readReportQuery, reportRequest } from "./query.server.ts";
import { reportSentence } from "./sentence.server.ts";

const WIDTH = 720;
const MARGIN = 16;
const TITLE = 20;
const LEGEND_ROW = 22;
const LEGEND_COLUMN = WIDTH / 2;

/** The classes of the marks in the colours of the light scheme: a picture has no style sheet of the page. */
const styleOf = (brand: string) => `
  svg { font: 12px system-ui, sans-serif; fill: #16191d }
  .title { font-size: 15px; font-weight: 600 }
  .fill-foreground, .fill-foreground text { fill: #16191d }
  .fill-quiet { fill: #575e68 }
  .fill-brand { fill: ${brand} }
  .fill-line { fill: #dcdfe4 }
  .fill-card { fill: #fff }
  .fill-danger { fill: #b3261e }
  .fill-danger-soft { fill: #fdecea }
  .late { fill: url(#chart-late) } .open { fill: url(#chart-open) } .rest { fill: url(#chart-rest) }
  .stroke-line { stroke: #dcdfe4 }
  .stroke-foreground { stroke: #16191d }
  .stroke-3 { stroke-width: 3 }`;

/** The chart of the address as an SVG file; null when there is nothing to draw. Throws as `visit.read`. */
export async function reportPicture(visit: Visit, search: URLSearchParams, { brand }: { brand: string }) {
  const now = new Date();
  const reportQuery = readReportQuery(visit, search, now);
  const request = reportRequest(visit, reportQuery);
  const answer = await visit.read(analyticsReport, request);
  const { report, groupBy } = request;
  const isEmpty = answer.all.shipments === 0 || (report === "spend" && !answer.all.spend?.sums.length);
  if (isEmpty) return null;
  const chart = chartOf({ visit, asked: reportQuery, report, groupBy, found: answer, now });
  const markup = renderToStaticMarkup(
    <Picture chart={chart} sentence={reportSentence(visit, reportQuery, answer.names)} brand={brand} />,
  );
  return {
    name: pictureName(reportQuery, "svg"),
    // Patterns are named by classes that a style sheet cannot write without escapes.
    svg: markup.replace(/fill-\[url\(#chart-(\w+)\)\]/g, "$1"),
  };
}

function Picture({ chart, sentence, brand }: { chart: ChartView; sentence: string; brand: string }) {
  const legendHeight = Math.ceil(chart.legend.length / 2) * LEGEND_ROW;
  const top = MARGIN + 2 * TITLE + legendHeight + MARGIN;
  const height = top + heightOf(chart) + MARGIN;
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={WIDTH}
      height={height}
      viewBox={`0 0 ${WIDTH} ${height}`}
      role="img"
      aria-label={chart.title}
    >
      <style>{styleOf(brand)}</style>
      <rect width={WIDTH} height={height} className="fill-card" />
      <text x={MARGIN} y={MARGIN + 14} className="title">
        {chart.title}
      </text>
      <text x={MARGIN} y={MARGIN + TITLE + 14} className="fill-quiet">
        {sentence}
      </text>
      {chart.legend.map(({ kind, label }, index) => {
        const x = MARGIN + (index % 2) * LEGEND_COLUMN;
        const y = MARGIN + 2 * TITLE + 8 + Math.floor(index / 2) * LEGEND_ROW;
        return (
          <g key={kind}>
            <g transform={`translate(${x} ${y})`}>
              <LegendMark kind={kind} />
            </g>
            <text x={x + 24} y={y + 12}>
              {label}
            </text>
          </g>
        );
      })}
      <svg
        x={MARGIN}
        y={top}
        width={WIDTH - 2 * MARGIN}
        height={heightOf(chart)}
        overflow="visible"
        role="img"
        aria-label={chart.title}
      >
        <Backdrop chart={chart} />
        {chart.bars.map((bar, index) => (
          <BarMarks key={bar.key} bar={bar} top={index * ROW} />
        ))}
      </svg>
    </svg>
  );
}
