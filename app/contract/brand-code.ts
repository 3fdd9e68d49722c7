/** Largest file of a logo. */
export const LOGO_BYTES = 1024 * 1024;
