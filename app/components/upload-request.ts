import { pageOwnerHeaders } from "#app/access/page-owner.ts";

/**
 * Posts a form with a file to the portal and reports progress from 0 to 100, which only XMLHttpRequest can.
 * @returns the answered JSON; null without an answer or when `signal` is aborted; "signedOut" for an ended
 * session
 */
export function uploadRequest<T>(
  address: string,
  body: FormData,
  onProgress: (percent: number) => void,
  signal?: AbortSignal,
): Promise<T | "signedOut" | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", address);
    request.responseType = "json";
    for (const [name, value] of Object.entries(pageOwnerHeaders())) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress(total > 0 ? Math.floor((loaded / total) * 100) : 0);
    request.onload = () => resolve(request.status === 401 ? "signedOut" : (request.response as T | null));
    request.onerror = () => resolve(null);
    request.onabort = () => resolve(null);
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(body);
  });
}
