import { maximumPictureBytes } from "@kakehashi/contract/profiles";
import {
  IconBlockquote,
  IconBold,
  IconCode,
  IconH2,
  IconItalic,
  IconLink,
  IconList,
  IconPhoto,
} from "@tabler/icons-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { toast } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { useFormat } from "../../kit/use-format.ts";
import type { SiteLanguage } from "../site/addresses.ts";
import { newPostTemplate } from "./draft.ts";
import styles from "./editor.module.css";
import { type CreateTextReplacement, markdownEdits } from "./edits.ts";
import { PictureDialog } from "./picture-dialog.tsx";

/**
 * A text has at most this many characters. Once it has more than `counterShownFromLength`, a counter below it shows how
 * many were typed.
 */
const maxLength = 100_000;
const counterShownFromLength = 90_000;

const iconProps = { size: 18, stroke: 1.6 } as const;
const markdownTools = [
  { name: "bold", Icon: IconBold, key: "b" },
  { name: "italic", Icon: IconItalic, key: "i" },
  { name: "heading", Icon: IconH2, key: null },
  { name: "link", Icon: IconLink, key: "k" },
  { name: "list", Icon: IconList, key: null },
  { name: "quote", Icon: IconBlockquote, key: null },
  { name: "code", Icon: IconCode, key: null },
] as const;

interface WritingAreaProps {
  language: SiteLanguage;
  text: string;
  onChange: (text: string) => void;
  error: string | undefined;
  /**
   * The text of the blog post in the language that this area does not edit: Vietnamese beside English, English beside
   * Vietnamese. Empty if there is none.
   */
  otherLanguageText: string;
}

/**
 * The editor for one language of a blog post: a text area for Markdown with front matter (settings at the beginning),
 * and buttons for the Markdown syntax.
 */
export function WritingArea({ language, text, onChange, error, otherLanguageText }: WritingAreaProps) {
  const { t } = useTranslation(["desk", "common"]);
  const format = useFormat();
  const textArea = useRef<HTMLTextAreaElement>(null);
  const [picture, setPicture] = useState<File | null | undefined>(undefined);
  const name = nativeLanguageNames[language];
  const otherLanguageName = nativeLanguageNames[language === "en" ? "vi" : "en"];
  const id = `text-${language}`;

  /** Inserts the text in the same way as typing, so that Ctrl+Z can undo it. */
  function insertText(newText: string): void {
    textArea.current?.focus();
    document.execCommand("insertText", false, newText);
  }
  function applyEdit(change: CreateTextReplacement): void {
    const field = textArea.current;
    if (!field) return;
    const { value, selectionStart, selectionEnd } = field;
    const { from, to, insertedText, selection: newSelection } = change(value, selectionStart, selectionEnd);
    field.setSelectionRange(from, to);
    insertText(insertedText);
    field.setSelectionRange(from + newSelection[0], from + newSelection[1]);
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    const tool = markdownTools.find(({ key }) => key === event.key.toLowerCase());
    if (!tool) return;
    event.preventDefault();
    // Ctrl+K inserts a link in the blog editor. Everywhere else it opens the quick switcher.
    event.stopPropagation();
    applyEdit(markdownEdits[tool.name]);
  }
  function acceptPicture(file: File | undefined): boolean {
    if (!file?.type.startsWith("image/")) return false;
    if (file.size > maximumPictureBytes) toast(t("pictureLarge"), "error");
    else setPicture(file);
    return true;
  }

  if (text === "") {
    return (
      <div className={styles.emptyState}>
        <p className={styles.emptyTitle}>{t("emptyText", { language: name })}</p>
        <p className={styles.hint}>{t("emptyTextHint")}</p>
        <div className={styles.choices}>
          {otherLanguageText && (
            <Button onClick={() => onChange(otherLanguageText)}>
              {t("copyOther", { language: otherLanguageName })}
            </Button>
          )}
          <Button onClick={() => onChange(newPostTemplate)}>{t("startEmpty")}</Button>
        </div>
        {error && (
          <p className={styles.error} role="alert">
            {error}
          </p>
        )}
      </div>
    );
  }
  return (
    <div className={styles.writing}>
      <div className={styles.tools} role="toolbar" aria-label={`${t("toolbar")}: ${name}`}>
        {markdownTools.map(({ name: tool, Icon }) => (
          <IconButton key={tool} size={32} label={t(tool)} onClick={() => applyEdit(markdownEdits[tool])}>
            <Icon {...iconProps} />
          </IconButton>
        ))}
        <IconButton size={32} label={t("picture")} onClick={() => setPicture(null)}>
          <IconPhoto {...iconProps} />
        </IconButton>
      </div>
      <textarea
        ref={textArea}
        id={id}
        className={styles.text}
        lang={language}
        value={text}
        aria-label={t("textIn", { language: name })}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-note`}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          if (acceptPicture(event.clipboardData.files[0])) event.preventDefault();
        }}
        onDrop={(event) => {
          if (acceptPicture(event.dataTransfer.files[0])) event.preventDefault();
        }}
      />
      <p id={`${id}-note`} className={error ? styles.error : styles.hint} role={error ? "alert" : undefined}>
        {error ??
          (text.length > counterShownFromLength
            ? t("characters", { n: format.number(text.length), most: format.number(maxLength) })
            : "")}
      </p>
      {picture !== undefined && (
        <PictureDialog
          language={language}
          file={picture}
          insertMarkdown={(markdown) => {
            setPicture(undefined);
            // The focus moves in the next frame, because the dialog closes. Insert the text only after that frame, so
            // that the text area has the focus in the end.
            requestAnimationFrame(() => insertText(markdown));
          }}
          close={() => setPicture(undefined)}
        />
      )}
    </div>
  );
}
