import { isLanguage } from "@kakehashi/contract/languages";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { HydratedRouter } from "react-router/dom";
import { browserTexts } from "./i18n/browser.ts";
import { mayReload } from "./kit/build.ts";

// Part of a page that a newer build has replaced cannot be loaded any more: the whole page is, once.
addEventListener("vite:preloadError", (event) => {
  // Without a connection the page that stands is better than none.
  if (!navigator.onLine || !mayReload(sessionStorage, Date.now())) return;
  event.preventDefault();
  location.reload();
});

const { lang } = document.documentElement;
const texts = await browserTexts(isLanguage(lang) ? lang : "en");

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <I18nextProvider i18n={texts}>
        <HydratedRouter useTransitions={false} />
      </I18nextProvider>
    </StrictMode>,
  );
});
