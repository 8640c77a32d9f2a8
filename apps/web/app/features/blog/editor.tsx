import type { EditablePost } from "@kakehashi/contract/blog-editing";
import { useMediaQuery } from "@mantine/hooks";
import { type KeyboardEvent, useEffect, useState } from "react";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { BackLink } from "../../kit/ui/back-link.tsx";
import { Badge } from "../../kit/ui/badge.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { DocumentTitle } from "../../kit/ui/document-title.tsx";
import { PageHeader } from "../../kit/ui/page-header.tsx";
import { type TabItem, Tabs } from "../../kit/ui/tabs.tsx";
import { useLeaveWarning } from "../../kit/ui/use-leave-warning.ts";
import { useFormat } from "../../kit/use-format.ts";
import { type SiteLanguage, siteLanguages } from "../site/addresses.ts";
import { PostDetails } from "./details.tsx";
import { readFrontMatterTitle } from "./draft.ts";
import styles from "./editor.module.css";
import { PostPreviewView } from "./preview.tsx";
import { postStateTextKeys, toneByPostState } from "./states.ts";
import { type PostEditorState, usePostEditor } from "./use-editor.ts";
import { WritingArea } from "./writing-area.tsx";

type EditorTab = SiteLanguage | "both" | "preview" | "details";

interface PostEditorProps {
  post: EditablePost | null;
  /** The name that a new blog post has as its author. */
  authorName: string;
  /** Called when the server has created a new blog post. */
  onCreated: (id: string) => void;
  onDeleted: () => void;
}

/** The editor of a blog post in both languages, beside a preview. */
export function PostEditor({ post, authorName, onCreated, onDeleted }: PostEditorProps) {
  const { t } = useTranslation("desk");
  const postEditor = usePostEditor(post, authorName);
  const { draft, change, saved, errors, save, busy, unsaved, postOfOtherWriter } = postEditor;
  const [chosenTab, setChosenTab] = useState<EditorTab>("en");
  const [language, setLanguage] = useState<SiteLanguage>("en");
  const [isRemoved, setIsRemoved] = useState(false);
  const isMediumWidth = useMediaQuery("(max-width: 1279px)") ?? false;
  const isNarrow = useMediaQuery("(max-width: 819px)") ?? false;
  useLeaveWarning(unsaved && !isRemoved, {
    title: t("leaveTitle"),
    text: t("leaveText"),
    actionLabel: t("leaveAction"),
  });

  const createdPostId = !post && saved ? saved.id : null;
  useEffect(() => {
    if (createdPostId) onCreated(createdPostId);
  }, [createdPostId, onCreated]);
  useEffect(() => {
    if (isRemoved) onDeleted();
  }, [isRemoved, onDeleted]);

  const tabs: TabItem<EditorTab>[] = [
    ...siteLanguages.map((key) => ({ key, label: nativeLanguageNames[key] })),
    ...(isNarrow ? [] : [{ key: "both" as const, label: t("both") }]),
    ...(isNarrow ? [{ key: "preview" as const, label: t("preview") }] : []),
    ...(isMediumWidth ? [{ key: "details" as const, label: t("details") }] : []),
  ];
  const shownTab = tabs.some(({ key }) => key === chosenTab) ? chosenTab : language;
  const texts = shownTab === "both" ? siteLanguages : siteLanguages.filter((name) => name === shownTab);
  const isPreviewShown = shownTab === "preview" || (!isNarrow && texts.length === 1);

  function openTab(tab: EditorTab): void {
    setChosenTab(tab);
    if (tab === "en" || tab === "vi") setLanguage(tab);
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
    event.preventDefault();
    save();
  }

  return (
    <main className={styles.editor} onKeyDown={onKeyDown}>
      <DocumentTitle>{readFrontMatterTitle(draft[language]) || t("newPost")}</DocumentTitle>
      <PageHeader
        title={readFrontMatterTitle(draft[language]) || t(saved ? "noTitle" : "newPost")}
        note={<span role="status">{unsaved ? t("unsaved") : saved ? t("allSaved") : t("isDraft")}</span>}
        beforeTitle={<BackLink to="/admin/posts" label={t("back")} />}
        actions={
          <>
            {saved && !isNarrow && (
              <Badge tone={toneByPostState[saved.state]}>{t(postStateTextKeys[saved.state])}</Badge>
            )}
            <Button
              kind="primary"
              loading={busy}
              disabled={!unsaved}
              data-tip="Ctrl-S"
              onClick={() => save()}
            >
              {t("save")}
            </Button>
          </>
        }
      />
      {postOfOtherWriter && <SaveConflict editing={postEditor} />}
      <Tabs id="post" label={t("viewTabs")} tabs={tabs} open={shownTab} onOpen={openTab} />
      <div
        className={styles.panes}
        id="post-panel"
        role="tabpanel"
        aria-labelledby={`post-${shownTab}`}
        data-view={shownTab}
      >
        {texts.map((name) => (
          <WritingArea
            key={name}
            language={name}
            text={draft[name]}
            error={errors[`source.${name}`]}
            otherLanguageText={draft[name === "en" ? "vi" : "en"]}
            onChange={(text) => change({ [name]: text })}
          />
        ))}
        {isPreviewShown && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
          <section className={styles.preview} aria-label={t("preview")} tabIndex={0}>
            <PostPreviewView
              key={language}
              draft={draft}
              language={language}
              publishedAt={saved?.published_at ?? null}
            />
          </section>
        )}
        {(shownTab === "details" || !isMediumWidth) && (
          <PostDetails editor={postEditor} onRemoved={() => setIsRemoved(true)} />
        )}
      </div>
    </main>
  );
}

/**
 * Shown when somebody else has saved the same blog post first. The writer chooses one of the two versions, so that no
 * text is lost unnoticed.
 */
function SaveConflict({ editing }: { editing: PostEditorState }) {
  const { t } = useTranslation("desk");
  const format = useFormat();
  const { postOfOtherWriter, keepOwnVersion, takeTheirVersion, busy } = editing;
  if (!postOfOtherWriter) return null;
  const name = postOfOtherWriter.changed_by ?? t("somebody");
  return (
    <div className={styles.conflict} role="alert">
      <p>{t("conflict", { name, when: format.fullDateTime(postOfOtherWriter.updated_at) })}</p>
      <div className={styles.choices}>
        <a
          className={styles.link}
          href={`/admin/posts/${postOfOtherWriter.id}`}
          target="_blank"
          rel="noreferrer"
        >
          {t("seeTheirs")}
        </a>
        <Button
          onClick={async () => {
            const question = {
              title: t("takeTheirs"),
              text: t("takeTheirsText"),
              actionLabel: t("takeTheirs"),
            };
            if (await askToConfirm(question)) takeTheirVersion();
          }}
        >
          {t("takeTheirs")}
        </Button>
        <Button loading={busy} onClick={keepOwnVersion}>
          {t("keepMine")}
        </Button>
      </div>
    </div>
  );
}
