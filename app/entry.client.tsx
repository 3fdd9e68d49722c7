import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { TextContext } from "#app/locales/use-text.ts";
import { browserWords } from "#app/locales/words.client.ts";
import sheet from "./app.css?url";

const TRIES = 5;
const TRY_AGAIN_MS = 4_000;

const { texts = "shell" } = document.documentElement.dataset;

void Promise.resolve(browserWords.load(texts.split(" "))).then(() => {
  startTransition(() => {
    hydrateRoot(
      document,
      <TextContext value={browserWords}>
        <HydratedRouter />
      </TextContext>,
    );
  });
  // Nothing that the page waits for shares the link with them.
  void bringStyles();
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
