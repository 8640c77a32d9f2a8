import { isLanguage } from "@kakehashi/contract/languages";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { createBrowserI18n, isLazyNamespace, loadTexts } from "./i18n/browser.ts";
import { TranslationProvider } from "./i18n/use-translation.tsx";
import { pageBuildCheckEnvironment, reloadForMissingCode } from "./kit/build.ts";
import { rememberEarlyInput } from "./kit/typed-early.ts";

addEventListener("vite:preloadError", () => {
  void reloadForMissingCode({
    ...pageBuildCheckEnvironment,
    storage: sessionStorage,
    reload: () => location.reload(),
  });
});

const { lang, dataset } = document.documentElement;
const pageTexts = await createBrowserI18n(isLanguage(lang) ? lang : "en");
// The `data-texts` attribute names the files of interface texts with which the server rendered the page. Load these
// files before hydration, so that React renders the same texts.
await Promise.all((dataset.texts ?? "").split(" ").filter(isLazyNamespace).map(loadTexts));

rememberEarlyInput();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <TranslationProvider i18n={pageTexts}>
        <HydratedRouter useTransitions={false} />
      </TranslationProvider>
    </StrictMode>,
  );
});
