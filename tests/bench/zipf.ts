/** The share of the largest 1, 2, ... of so many whose sizes follow Zipf's law: the second is half the first, the third a third. */
export function zipfBounds(count: number, exponent = 1): number[] {
  const weights = Array.from({ length: count }, (_, index) => 1 / (index + 1) ** exponent);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let before = 0;
  return weights.map((weight) => {
    before += weight / total;
    return before;
  });
}
