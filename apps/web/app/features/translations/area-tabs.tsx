import { useLocation } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { LinkTabs } from "../../kit/ui/tabs.tsx";

const areaPages = ["hits", "memory", "glossary", "figures"] as const;

/** The tabs of the translators' area, which link to its pages. Needs the texts of `i18n/en/translations.ts`. */
export function TranslationAreaTabs() {
  const { t } = useTranslation("translations");
  const { pathname } = useLocation();
  // If no tab has this address, mark the queue's tab, because the pages of single messages belong to the queue.
  const currentPage = areaPages.find((page) => pathname === `/translations/${page}`) ?? "queue";
  return (
    <LinkTabs
      label={t("pages")}
      tabs={(["queue", ...areaPages] as const).map((page) => ({
        address: page === "queue" ? "/translations" : `/translations/${page}`,
        label: t(`page_${page}`),
        isCurrent: page === currentPage,
      }))}
    />
  );
}
