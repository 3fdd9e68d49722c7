/** Encodings in which spreadsheets save CSV beside Unicode, by the names of the Encoding Standard, in the order of likelihood. */
export const fileEncodings = ["windows-1252", "gb18030", "big5", "shift_jis"] as const;
export type FileEncoding = (typeof fileEncodings)[number];
