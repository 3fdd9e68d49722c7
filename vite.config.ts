import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

const FRAMEWORK =
  /node_modules[\\/](react|react-dom|scheduler|react-router|@react-router|i18next|react-i18next|cookie|set-cookie-parser|use-sync-external-store|html-parse-stringify|void-elements)[\\/]/;
const SHELL =
  /[\\/]app[\\/](root\.|entry\.client|components|ui|lib|access|locales[\\/][^\\/]*$|routes[\\/]shell[\\/](frame|content))/;

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { target: "es2022", assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Each file costs its headers and compresses alone: what every screen loads travels in two, a tenth less.
            codeSplitting: {
              groups: [
                { name: "framework", test: FRAMEWORK, priority: 2 },
                { name: "shell", test: SHELL, minShareCount: 2, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
});
