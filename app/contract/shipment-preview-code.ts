/** What the public searches by. */
export const previewSearchTypes = ["H", "PO"] as const;
