/** Stands in a page's style element until the server's entry puts there what the page uses of `app.css`. */
export const STYLES_MARK = "@charset-mark;";
