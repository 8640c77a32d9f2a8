import { createRawCodePath, type Snippet } from "@kakehashi/contract/codes";
import { IconCopy, IconDownload, IconFileText, IconLink } from "@tabler/icons-react";
import { useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { ButtonLink } from "../../kit/ui/button-link.tsx";
import { Tabs } from "../../kit/ui/tabs.tsx";
import { useCopy } from "../../kit/ui/use-copy.ts";
import { useFormat } from "../../kit/use-format.ts";
import { useRenderEveryMinute } from "../../kit/use-render-every-minute.ts";
import { useNameInLineFormatter } from "../profiles/name-in-other-script.tsx";
import { PersonLine } from "../profiles/person-line.tsx";
import { CodeView } from "./code-view.tsx";
import { LanguageLabel } from "./language-label.tsx";
import { hasHiddenCharacters, lineRangeHash, parseLineRange } from "./lines.ts";
import { MessagesLinkingToSnippet } from "./mentions.tsx";
import parts from "./parts.module.css";
import { ReadersLabel } from "./readers-label.tsx";
import styles from "./snippet.module.css";
import { SnippetVersions } from "./versions.tsx";

const snippetTabs = ["code", "versions", "mentions"] as const;
type SnippetTab = (typeof snippetTabs)[number];
const tabsId = "snippet";

/** The page of one snippet: its description, its code, its versions, and the messages that link to it. */
export function SnippetView({ snippet, onDiscuss }: { snippet: Snippet; onDiscuss: () => void }) {
  const { t } = useTranslation("codes");
  const [address, setAddress] = useSearchParams();
  const shownTabName = snippetTabs.find((tab) => tab === address.get("tab")) ?? "code";
  const openTab = (tab: SnippetTab) =>
    setAddress(tab === "code" ? {} : { tab }, { replace: true, preventScrollReset: true });
  return (
    <>
      <SnippetDetails snippet={snippet} />
      <Tabs
        id={tabsId}
        label={snippet.title}
        tabs={snippetTabs.map((key) => ({ key, label: t(`tab_${key}`) }))}
        open={shownTabName}
        onOpen={openTab}
      />
      <div
        id={`${tabsId}-panel`}
        role="tabpanel"
        aria-labelledby={`${tabsId}-${shownTabName}`}
        className={styles.panel}
      >
        {shownTabName === "code" && <SnippetCode snippet={snippet} />}
        {shownTabName === "versions" && <SnippetVersions snippet={snippet} />}
        {shownTabName === "mentions" && (
          <MessagesLinkingToSnippet slug={snippet.slug} onDiscuss={onDiscuss} />
        )}
      </div>
    </>
  );
}

function SnippetDetails({ snippet }: { snippet: Snippet }) {
  const { t } = useTranslation("codes");
  const { timeAgo, fullDateTime } = useFormat();
  useRenderEveryMinute();
  const nameInLine = useNameInLineFormatter();
  const { author, edited_by, description, language, project, updated_at, version } = snippet;
  const values = { ago: timeAgo(updated_at), person: nameInLine(edited_by) };
  return (
    <div className={styles.about}>
      <p className={parts.facts}>
        <LanguageLabel language={language} />
        <ReadersLabel project={project} isLinked />
      </p>
      {description && <p className={styles.description}>{description}</p>}
      <div className={styles.author}>
        <PersonLine opensCard person={author} />
        <time dateTime={updated_at} title={fullDateTime(updated_at)}>
          {version === 1 ? t("written", values) : t("changedBy", { ...values, version })}
        </time>
      </div>
    </div>
  );
}

function SnippetCode({ snippet }: { snippet: Snippet }) {
  const { t } = useTranslation("codes");
  const { number } = useFormat();
  const { slug, content, language, line_count, size } = snippet;
  return (
    <>
      <div className={styles.bar}>
        <p className={styles.size}>
          {t("lines", { count: line_count, number: number(line_count) })} ·{" "}
          {t("bytes", { number: number(size) })}
        </p>
        <MarkLinesForm lineCount={line_count} />
        <CodeActions slug={slug} content={content} />
      </div>
      {hasHiddenCharacters(content) && (
        <p className={styles.warning} role="note">
          {t("hiddenNote")}
        </p>
      )}
      <CodeView label={t("codeOf", { title: snippet.title })} content={content} language={language} />
    </>
  );
}

const iconProps = { size: 18, stroke: 1.8, "aria-hidden": true } as const;

function CodeActions({ slug, content }: { slug: string; content: string }) {
  const { t } = useTranslation("codes");
  const copyText = useCopy();
  return (
    <div className={styles.actions}>
      <Button leftSection={<IconCopy {...iconProps} />} onClick={() => copyText(content, t("copied"))}>
        {t("copy")}
      </Button>
      <a className={styles.rawLink} href={createRawCodePath(slug)} target="_blank" rel="noopener">
        <IconFileText {...iconProps} />
        {t("raw")}
      </a>
      <ButtonLink target={{ download: createRawCodePath(slug, { download: true }) }}>
        <IconDownload {...iconProps} />
        {t("download")}
      </ButtonLink>
    </div>
  );
}

/**
 * A form in which the reader types line numbers, to mark these lines of the code and copy a link to them. It works by
 * keyboard and touch.
 */
function MarkLinesForm({ lineCount }: { lineCount: number }) {
  const { t } = useTranslation("codes");
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const copyText = useCopy();
  const range = parseLineRange(hash, lineCount);
  const markedLines = range ? lineRangeHash(range).slice(1).replaceAll("L", "") : "";
  const [typedLines, setTypedLines] = useState<{ text: string; at: string }>({
    text: markedLines,
    at: markedLines,
  });
  // If the reader marks lines in the code itself, the field shows these lines instead of the typed ones.
  const text = typedLines.at === markedLines ? typedLines.text : markedLines;
  const typedRange = parseLineRange(text, lineCount);
  return (
    <form
      className={styles.goTo}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === "" || typedRange)
          void navigate(
            { hash: typedRange ? lineRangeHash(typedRange) : "" },
            { replace: true, preventScrollReset: true },
          );
      }}
    >
      <label>
        {t("goToLines")}
        <input
          className={styles.goToField}
          inputMode="text"
          autoComplete="off"
          placeholder="10-20"
          maxLength={15}
          aria-invalid={text.trim() !== "" && !typedRange}
          value={text}
          onChange={({ currentTarget }) => setTypedLines({ text: currentTarget.value, at: markedLines })}
        />
      </label>
      {range && (
        <Button
          kind="quiet"
          leftSection={<IconLink {...iconProps} />}
          onClick={() => copyText(`${location.origin}${pathname}${lineRangeHash(range)}`, t("linkCopied"))}
        >
          {t("copyLineLink")}
        </Button>
      )}
    </form>
  );
}
