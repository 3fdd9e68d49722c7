import { attachment, inline, readDisposition } from "#app/lib/content-disposition.ts";

/** A file of the provider's, as a stream with its headers. */
interface ProviderFile {
  body: ReadableStream<Uint8Array>;
  contentType: string;
  contentDisposition: string | null;
}

interface DownloadOptions {
  /** The name of a file that comes without one. */
  unnamed?: string | undefined;
  /** Whether a file that the provider wants shown is shown. */
  mayShow?: boolean;
}

/** Kinds that a browser shows without running anything: HTML and SVG could act as pages of ours. */
const shownTypes = ["application/pdf", "image/png", "image/jpeg", "image/gif", "image/webp", "text/plain"];

/** Forwards a file under its name and type: browsers save it, and show it only where that is meant and harmless. */
export function download(
  { body, contentType, contentDisposition }: ProviderFile,
  { unnamed, mayShow = false }: DownloadOptions = {},
): Response {
  const { isInline, fileName } = readDisposition(contentDisposition);
  const isShown = mayShow && isInline && shownTypes.includes(contentType.split(";")[0]!.trim().toLowerCase());
  const name = fileName ?? (isShown ? undefined : unnamed);
  const kind = isShown ? "inline" : "attachment";
  return new Response(body, {
    headers: {
      "content-type": contentType,
      "content-disposition": name === undefined ? kind : (isShown ? inline : attachment)(name),
      "x-content-type-options": "nosniff",
    },
  });
}

/** `download` with the name of its record for a file that comes without one. */
export async function downloadNamed(
  file: ProviderFile,
  nameOfRecord?: () => Promise<string | undefined>,
): Promise<Response> {
  const isNamed = readDisposition(file.contentDisposition).fileName !== null;
  // The file is there: what keeps its name back does not keep it back.
  return download(file, { unnamed: isNamed ? undefined : await nameOfRecord?.().catch(() => undefined) });
}
