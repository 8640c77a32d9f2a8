import { isLanguage } from "@kakehashi/contract/languages";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { redirect, useSearchParams } from "react-router";
import { loadVisitor } from "../../features/auth/session.ts";
import { AreaTabs } from "../../features/translations/area-tabs.tsx";
import { Desk } from "../../features/translations/desk.tsx";
import { loadTexts } from "../../i18n/browser.ts";
import type { PageHandle } from "../../kit/page.ts";
import { Page } from "../../kit/ui/page.tsx";
import { PageTitle } from "../../kit/ui/page-title.tsx";
import { part } from "../../kit/ui/part.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import type { Route } from "./+types/translations.ts";

export const handle: PageHandle = { title: "workspace:translations" };

/** The pages beside the desk. Their names stand where a message's id does, and no id is like them. */
const pages = {
  memory: part(async () => (await import("../../features/memory/memory-list.tsx")).MemoryList),
  glossary: part(async () => (await import("../../features/glossary/glossary-list.tsx")).GlossaryList),
  figures: part(async () => (await import("../../features/translations/figures-report.tsx")).FiguresReport),
} as const;

const isPage = (id: string | undefined): id is keyof typeof pages =>
  id !== undefined && Object.hasOwn(pages, id);

/** Admins keep the memory and the glossary, and have no queue. */
export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const [visitor] = await Promise.all([loadVisitor(), loadTexts("translations"), loadTexts("table")]);
  if (visitor?.role === "admin" && !isPage(params.id)) throw redirect("/translations/memory");
  return null;
}

export default function Translations({ params }: Route.ComponentProps) {
  const { t } = useTranslation(["workspace", "translations", "common"]);
  const [search] = useSearchParams();
  const to = search.get("to");
  if (!isPage(params.id))
    return (
      <>
        <PageTitle>{t("translations")}</PageTitle>
        <Desk mid={params.id} to={isLanguage(to) ? to : null} />
      </>
    );
  const Content = pages[params.id];
  return (
    <Page
      title={t(`translations:page_${params.id}`)}
      heading={t("translations")}
      note={t(`translations:note_${params.id}`)}
      width="wide"
      tools={<AreaTabs />}
    >
      <Suspense fallback={<SkeletonRows count={6} label={t("common:loading")} />}>
        <Content />
      </Suspense>
    </Page>
  );
}
