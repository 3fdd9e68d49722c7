/** A file of the provider's, as a stream with its headers. */
interface ProviderFile {
  body: ReadableStream<Uint8Array>;
  contentType: string;
  contentDisposition: string | null;
}

/** Forwards a file, which browsers save and never display; `unnamed` is for one that the provider gives no name. */
export function download(
  { body, contentType, contentDisposition }: ProviderFile,
  unnamed = "attachment",
): Response {
  const isNamed = contentDisposition?.trim().startsWith("attachment");
  return new Response(body, {
    headers: {
      "content-type": contentType,
      "content-disposition": isNamed ? contentDisposition! : unnamed,
      "x-content-type-options": "nosniff",
    },
  });
}
