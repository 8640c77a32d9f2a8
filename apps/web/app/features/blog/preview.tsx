import { type PostPreview, previewPost } from "@kakehashi/contract/blog-editing";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { type MouseEvent, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { ApiError } from "../../kit/api-error.ts";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import type { SiteLanguage } from "../site/addresses.ts";
import site from "../site/layout.module.css";
import { newPostTemplate, type PostDraft } from "./draft.ts";
import styles from "./editor.module.css";
import { PostArticle } from "./post-article.tsx";

/** When nobody has typed for this many milliseconds, the preview is requested. */
const typingPauseMs = 300;

/**
 * Opens links in the preview in a new tab, so that unsaved text is not lost. A link to a place in the preview scrolls
 * to that place instead.
 */
function openLinkInNewTab(event: MouseEvent<HTMLElement>): void {
  const link = event.target instanceof Element && event.target.closest("a");
  if (!link) return;
  event.preventDefault();
  const anchorId = link.getAttribute("href")?.replace(/^#(?=.)/, "");
  const target = link.hash && anchorId && event.currentTarget.querySelector(`[id="${CSS.escape(anchorId)}"]`);
  if (target) target.scrollIntoView({ block: "start" });
  else window.open(link.href, "_blank", "noopener");
}

/** The preview of a blog post, rendered by the same code as the post's page. */
export function PostPreviewView({
  draft,
  language,
  publishedAt,
}: {
  draft: PostDraft;
  language: SiteLanguage;
  publishedAt: string | null;
}) {
  const { t } = useTranslation("desk");
  const [source] = useDebouncedValue(draft[language], typingPauseMs);
  const isSourceEmpty = source.trim() === "" || source.trim() === newPostTemplate.trim();
  const query = useQuery({
    queryKey: ["blog-preview", language, source],
    queryFn: async ({ signal }) => (await call(previewPost, { body: { source, language }, signal })).data,
    enabled: !isSourceEmpty,
    retry: false,
    gcTime: 10_000,
    staleTime: Number.POSITIVE_INFINITY,
  });
  // While a new preview is being requested, or the text has an error, show the last valid preview.
  const { data, error } = query;
  const [shownPreview, setShownPreview] = useState<PostPreview>();
  if (data && data !== shownPreview) setShownPreview(data);
  const sourceError = error instanceof ApiError ? error.fields.source : undefined;
  if (isSourceEmpty) return <p className={styles.note}>{t("previewEmpty")}</p>;
  return (
    <>
      {sourceError && (
        <p className={styles.note} role="status">
          <span className={styles.error}>{sourceError}</span> {shownPreview && t("previewOld")}
        </p>
      )}
      {!(sourceError && !shownPreview) && (
        <LoadedContent
          query={{ ...query, data: shownPreview, error: sourceError ? null : error }}
          rows={4}
          label={t("previewLoading")}
        >
          {(article) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the click comes from a link inside, and a key can press that link too
            <div className={`${site.site} ${styles.page}`} lang={language} onClick={openLinkInNewTab}>
              <PostArticle
                post={{
                  ...article,
                  slug: draft.slug,
                  cover: draft.cover,
                  author: draft.author,
                  published_at: publishedAt ?? new Date().toISOString(),
                }}
                language={language}
              />
            </div>
          )}
        </LoadedContent>
      )}
    </>
  );
}
