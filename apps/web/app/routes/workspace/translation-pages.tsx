import { GlossaryList } from "../../features/glossary/glossary-list.tsx";
import { MemoryList } from "../../features/memory/memory-list.tsx";
import { TranslationAreaTabs } from "../../features/translations/area-tabs.tsx";
import { UnapprovedExactHits } from "../../features/translations/exact-hits.tsx";
import { FiguresReport } from "../../features/translations/figures-report.tsx";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Page } from "../../kit/ui/page.tsx";
import type { TranslationPageName } from "./translation-page-names.ts";

const componentByPage = {
  hits: UnapprovedExactHits,
  memory: MemoryList,
  glossary: GlossaryList,
  figures: FiguresReport,
} as const;

/**
 * Renders a translation page other than the queue. These pages share one script, because most of their code is the
 * same.
 */
export function TranslationSubpage({ page }: { page: TranslationPageName }) {
  const { t } = useTranslation(["translations", "workspace"]);
  const Content = componentByPage[page];
  return (
    <Page
      key={page}
      title={t(`page_${page}`)}
      heading={t("workspace:translations")}
      note={t(`note_${page}`)}
      width="wide"
      tools={<TranslationAreaTabs />}
    >
      <Content />
    </Page>
  );
}
