import { isTranslator } from "@kakehashi/contract/known-languages";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { LinkTabs } from "../../kit/ui/link-tabs.tsx";
import { useAccount } from "../auth/session.ts";

const pages = ["hits", "memory", "glossary", "figures"] as const;
/** The pages that only translators see. */
const translatorPages: readonly string[] = ["queue", "hits"];

/** The tabs of the translators' area: links to its pages. Needs the texts of `i18n/en/translations.ts`. */
export function AreaTabs() {
  const { t } = useTranslation("translations");
  const account = useAccount();
  const { pathname } = useLocation();
  // On every other address the queue is current, also while one of its messages is open.
  const currentPage = pages.find((page) => pathname === `/translations/${page}`) ?? "queue";
  const translates = Boolean(account && isTranslator(account.role));
  const shownPages = (["queue", ...pages] as const).filter(
    (page) => translates || !translatorPages.includes(page),
  );
  return (
    <LinkTabs
      label={t("pages")}
      tabs={shownPages.map((page) => ({
        address: page === "queue" ? "/translations" : `/translations/${page}`,
        label: t(`page_${page}`),
        isCurrent: page === currentPage,
      }))}
    />
  );
}
