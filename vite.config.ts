import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { leanRouter } from "./app/launcher/lean-router.ts";
import { plainImports } from "./app/launcher/plain-imports.ts";
import { shortDiagnostics } from "./app/launcher/short-diagnostics.ts";
import { wordFiles } from "./app/launcher/word-files.ts";

/**
 * What every signed-in page loads, in few files: thirty small ones cost a fifth of their bytes in headers and compress
 * worse. Route modules and what only some pages need are left to the bundler.
 */
const groups = [
  {
    name: "framework",
    test: /node_modules\/(react|react-dom|scheduler|react-router|class-variance-authority|clsx)\//,
  },
  {
    name: "shell",
    test: /app\/(ui\/(alert|badge|button|cn|toast)|access\/|lib\/(fresh-id|with-query|kept-writing|load-chunk)|locales\/(use-text|words)|features\/messages\/live\/(keep-live|live-source)|components\/(brand|bring-page|button-link|fault|flash-message|form-keeper|kept-|language-switch|late-part|loading-overlay|lost-link|movement|navigation-progress|nonce|page-|page\/(crumbs|head)|plain-frame|root-data|search-box|shell-header|send-again|site-footer|skip-link|time\.tsx|title|trouble-frame|trouble-page|unread-count))/,
  },
  {
    name: "list",
    test: /app\/(ui\/(input|table)|lib\/comma-list|features\/shipments\/(list\/(row-view|rows)|journey\/steps|detail\/follow-button)|components\/(clamped-text|copy-button|empty-state|list\/(address|data-table|filter-form|list-page|pager|status-tabs)|status-badge))/,
  },
  {
    name: "forms",
    test: /node_modules\/@conform-to\/(dom|react)\/|app\/components\/(begun-form|field-|form(-controls)?\.tsx|page\/field-form|two-versions|upload-request)/,
  },
  // What every page is written with but the shipment list. Small parts of many pages are with it: each file of their own would be
  // named in the list of files, which comes with the first visit.
  {
    name: "page",
    test: /app\/(lib\/moment|ui\/(card|checkbox|collapsible|field|progress|tabs)|components\/(after-conflict|fact-list|mo(ment|re-times)\.tsx|form-bar|number-field|operation-log\.tsx|page\/(actions|facts|head|page|post-form|section)))/,
  },
  {
    name: "subject",
    test: /app\/(components\/(offline-copy|print-address)\.tsx|contract\/(freight-code|message-code)|features\/(cut-offs\/cut-offs\.tsx|messages\/(address|subject-button)))/,
  },
  {
    name: "shipment",
    test: /app\/features\/(emissions\/emissions-link|shipments\/(detail\/(overview|cargo|free-time-link)|journey\/(journey\.tsx|timeline)))/,
  },
  // The words that every signed-in page has, and those of the page that most visits open: one file less for that page.
  ...["en", "zh"].map((language) => ({
    name: `words-${language}`,
    test: new RegExp(`app/locales/(first/${language}|${language}/(shell|errors|shipment-list))\\.ts$`),
  })),
];

/**
 * The shortest hash that the bundler makes for so many files: the router's list of all of them comes with each first
 * visit, and hashes do not compress. Chunks that routes share have no other name: theirs would come with the list as well.
 */
const NAMED = "assets/[name]-[hash:7].js";
const names = {
  entryFileNames: NAMED,
  chunkFileNames: ({ isDynamicEntry }: { isDynamicEntry: boolean }) =>
    isDynamicEntry ? NAMED : "assets/[hash:7].js",
};

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), leanRouter(), plainImports(), shortDiagnostics(), wordFiles()],
  // The router names what a page needs; lists of it beside each import would be bytes that nothing reads.
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: false },
  environments: {
    client: { build: { rolldownOptions: { output: { ...names, codeSplitting: { groups } } } } },
  },
});
