export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** What Prometheus would read at the port, and the text of it. */
export async function scrape(port: number): Promise<{ text: string; samples: Sample[] }> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${answer.status}: ${text}`);
  return { text, samples: text.split("\n").flatMap(sampleOf) };
}

function sampleOf(line: string): Sample[] {
  const [, name, labels = "", value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  if (!name) return [];
  const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = "", text = ""]) => [
    key,
    text,
  ]);
  return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
}

/** The sum of all samples of the name that have these labels. */
export function sumOf(samples: readonly Sample[], name: string, labels: Record<string, string> = {}): number {
  return samples
    .filter((sample) => sample.name === name)
    .filter((sample) => Object.entries(labels).every(([key, value]) => sample.labels[key] === value))
    .reduce((sum, { value }) => sum + value, 0);
}

/** All values of a label. */
export function valuesOf(samples: readonly Sample[], label: string): string[] {
  return [...new Set(samples.flatMap(({ labels }) => labels[label] ?? []))].sort();
}
