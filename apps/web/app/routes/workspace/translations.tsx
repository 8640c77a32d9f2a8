import { isLanguage } from "@kakehashi/contract/languages";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { Desk } from "../../features/translations/desk.tsx";
import { loadTexts } from "../../i18n/browser.ts";
import type { PageHandle } from "../../kit/page.ts";
import { PageTitle } from "../../kit/ui/page-title.tsx";
import type { Route } from "./+types/translations.ts";

export const handle: PageHandle = { title: "workspace:translations" };

export async function clientLoader() {
  await loadTexts("translations");
  return null;
}

export default function Translations({ params }: Route.ComponentProps) {
  const { t } = useTranslation("workspace");
  const [search] = useSearchParams();
  const to = search.get("to");
  return (
    <>
      <PageTitle>{t("translations")}</PageTitle>
      <Desk mid={params.id} to={isLanguage(to) ? to : null} />
    </>
  );
}
