/** Some browsers read the address of a download later than the click. */
const KEPT_MS = 10_000;

/** Saves a file that the browser has made, under its name. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
