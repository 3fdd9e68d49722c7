import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { HydratedRouter } from "react-router/dom";
import { startI18n } from "#app/locales/i18n.client.ts";

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
