import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { HydratedRouter } from "react-router/dom";
import { startI18n } from "#app/locales/i18n.client.ts";
import sheet from "./app.css?url";

const TRIES = 5;
const TRY_AGAIN_MS = 4_000;

void bringStyles();

const { lang, dataset } = document.documentElement;

startI18n(lang.slice(0, 2), (dataset.texts ?? "shell").split(" ")).then((i18n) => {
  startTransition(() => {
    hydrateRoot(
      document,
      <I18nextProvider i18n={i18n}>
        <HydratedRouter />
      </I18nextProvider>,
    );
  });
});

/**
 * Loads the complete style sheet: the page came with its own styles only, and client navigations load no
 * document.
 */
async function bringStyles(): Promise<void> {
  const inlined = document.querySelector("head > style");
  for (let tries = 0; inlined && tries < TRIES; tries++) {
    try {
      const answer = await fetch(sheet);
      if (answer.ok) {
        // The operator's colour comes first and is kept.
        const [brand = ""] = /^[^}]*}/.exec(inlined.textContent) ?? [];
        inlined.textContent = brand + (await answer.text());
        return;
      }
    } catch {
      // The connection failed.
    }
    await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
  }
}
