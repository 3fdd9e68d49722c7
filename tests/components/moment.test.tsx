import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { timed } from "#app/components/moment.tsx";
import { joined } from "#app/components/more-times.tsx";
import { packedLine } from "#app/components/time.tsx";
import { packLine } from "#app/features/shipments/list/row-view.ts";
import { aroundTime, type MomentView, noMoment } from "#app/lib/moment.ts";

const time: MomentView = { text: "Tue 1 Dec", stamp: "2026-12-01 10:55:00 UTC+08:00" };
const element =
  '<time dateTime="2026-12-01 10:55:00+08:00" title="2026-12-01 10:55:00 UTC+08:00">Tue 1 Dec</time>';
const drawn = (shown: React.ReactNode) => renderToStaticMarkup(shown);

test("a time is an element, alone and in its text, with the other clock in its title", () => {
  expect(drawn(timed(time))).toBe(element);
  expect(drawn(timed(aroundTime(time, (day) => `ETA ${day}, on time.`)))).toBe(`ETA ${element}, on time.`);
  expect(drawn(timed({ ...time, other: "2026-12-01 03:55 your time" }))).toContain(
    'title="2026-12-01 10:55:00 UTC+08:00 · 2026-12-01 03:55 your time"',
  );
  expect(drawn(timed({ text: "Tue 1 Dec", stamp: "2026-12-01" }))).toBe(
    '<time dateTime="2026-12-01" title="2026-12-01">Tue 1 Dec</time>',
  );
});

test("what is no time stays as it is", () => {
  for (const shown of ["on time", "", 7, null, undefined, <b key="b">on time</b>])
    expect(drawn(timed(shown))).toBe(drawn(shown));
  expect(drawn(timed(noMoment))).toBe("");
});

test("lines are joined, and a line of a list comes out as it was packed", () => {
  expect(drawn(joined(["next", time]))).toBe(`next · ${element}`);
  expect(drawn(packedLine(packLine(time)))).toBe(element);
  expect(drawn(packedLine(packLine("Bad weather")))).toBe("Bad weather");
});
