/**
 * Placeholder in the page's style element, which the server's entry replaces by the used part of `app.css`.
 */
export const STYLES_MARK = "@charset-mark;";
