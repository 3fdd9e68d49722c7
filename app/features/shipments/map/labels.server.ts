/** Where the names of places stand on a map: pure geometry, in units of the picture. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Label {
  text: string;
  /** Left end of the baseline. */
  x: number;
  y: number;
}

const GAP = 9;

/** Approximate width of a text: Chinese characters are as wide as they are high, Latin ones little more than half. */
export function textWidth(text: string, fontSize: number): number {
  const units = [...text].map((each) =>
    /\p{Script=Han}|[（）]/u.test(each) ? 1.04 : /[A-Z0-9]/.test(each) ? 0.68 : 0.56,
  );
  return fontSize * units.reduce((sum, width) => sum + width, 0);
}

/**
 * A label for each point, beside or above it, so that none overlaps another, a point, what is `taken` or the edge, and where
 * there is room none of the `lines`. Tries the texts of a point in turn: its name with the code, then the code alone. A point
 * for whose texts there is no room has none.
 */
export function placeLabels(
  points: readonly { x: number; y: number; texts: readonly string[] }[],
  { width, height, fontSize }: { width: number; height: number; fontSize: number },
  {
    taken = [],
    lines = [],
    isNear = false,
  }: {
    taken?: readonly Box[];
    lines?: readonly Box[] /** Right beside the point or not at all. */;
    isNear?: boolean;
  } = {},
): Label[] {
  const boxes: Box[] = [
    ...taken,
    ...points.map(({ x, y }) => ({ x: x - 6, y: y - 6, width: 12, height: 12 })),
  ];
  const isFree = (box: Box, others: readonly Box[]) =>
    box.x >= 2 &&
    box.y >= 2 &&
    box.x + box.width <= width - 2 &&
    box.y + box.height <= height - 2 &&
    others.every((other) => !overlap(box, other));
  return points.flatMap(({ x, y, texts }): Label[] => {
    const spots = texts.flatMap((text) =>
      spotsAround(x, y, textWidth(text, fontSize), fontSize * 1.25, isNear ? [1] : FAR).map((box) => ({
        text,
        box,
      })),
    );
    const spot =
      spots.find(({ box }) => isFree(box, boxes) && isFree(box, lines)) ??
      spots.find(({ box }) => isFree(box, boxes));
    if (!spot) return [];
    boxes.push(spot.box);
    return [{ text: spot.text, x: spot.box.x, y: spot.box.y + fontSize }];
  });
}

/** How far from a point its label may be, in gaps. */
const FAR = [1, 2.2, 3.6, 5];

/** Right, left, below, above, aside of these, then further away in the same directions. */
function spotsAround(
  x: number,
  y: number,
  width: number,
  height: number,
  distances: readonly number[],
): Box[] {
  return distances.flatMap((far) => {
    const gap = GAP * far;
    return [
      { x: x + gap, y: y - height / 2 },
      { x: x - gap - width, y: y - height / 2 },
      { x: x - width / 2, y: y + gap },
      { x: x - width / 2, y: y - gap - height },
      { x: x - width * 0.8, y: y + gap },
      { x: x - width * 0.2, y: y + gap },
      { x: x - width * 0.8, y: y - gap - height },
      { x: x - width * 0.2, y: y - gap - height },
      { x: x + gap, y: y + gap },
      { x: x - gap - width, y: y + gap },
      { x: x + gap, y: y - gap - height },
      { x: x - gap - width, y: y - gap - height },
    ].map((corner) => ({ ...corner, width, height }));
  });
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
