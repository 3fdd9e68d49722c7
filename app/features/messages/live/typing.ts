/** Pauses while typing are shorter. */
const PAUSE_MS = 3_000;

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Whether a form inside of `content` holds something that is not stored yet, or shows why it was refused. */
export function isFilledIn(content: HTMLElement): boolean {
  if (content.querySelector("[role=alert], [aria-invalid=true], dialog[open]")) return true;
  return [...content.querySelectorAll<Control>("input, textarea, select")].some(isChanged);
}

function isChanged(control: Control): boolean {
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue;
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options];
    // Without a default the browser selects the first.
    const isPreset = options.some((option) => option.defaultSelected);
    return isPreset ? options.some(isOtherOption) : control.selectedIndex > 0;
  }
  if (control.type === "hidden") return false;
  if (control.type === "checkbox" || control.type === "radio")
    return control.checked !== control.defaultChecked;
  return control.value !== control.defaultValue;
}

const isOtherOption = (option: HTMLOptionElement) => option.selected !== option.defaultSelected;

/** Notes when the person typed last, and tells whether that was just now. */
export function watchTyping(page: Document): { isTyping(): boolean; stop(): void } {
  let typedAt = 0;
  const note = () => {
    typedAt = Date.now();
  };
  page.addEventListener("input", note);
  return {
    isTyping: () => Date.now() - typedAt < PAUSE_MS,
    stop: () => page.removeEventListener("input", note),
  };
}
