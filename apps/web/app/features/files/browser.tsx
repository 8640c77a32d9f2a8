import { createMessagePath } from "@kakehashi/contract/address";
import {
  createFilePath,
  type FileTypeFilter,
  fileTypeFilters,
  type SharedFile,
} from "@kakehashi/contract/files";
import { IconDownload, IconFiles, IconMessage } from "@tabler/icons-react";
import { useEffect, useEffectEvent } from "react";
import { Link, useSearchParams } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { ButtonLink } from "../../kit/ui/button-link.tsx";
import { DocumentTitle } from "../../kit/ui/document-title.tsx";
import { LoadedContent, LoadMoreButton } from "../../kit/ui/loaded.tsx";
import { PageHeader } from "../../kit/ui/page-header.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useRememberedTab } from "../../kit/use-remembered-tab.ts";
import { useNameInLineFormatter, useVisitorNameFormatter } from "../profiles/name-in-other-script.tsx";
import { AuthorizedImage } from "./authorized-image.tsx";
import styles from "./browser.module.css";
import { FileTypeIcon } from "./file-type-icon.tsx";
import { ConversationsWithFiles } from "./places.tsx";
import { useSharedFiles } from "./queries.ts";
import { isPdf, shownPdfStore } from "./shown-pdf.ts";
import { openGallery } from "./shown-pictures.ts";
import { formatFileSize } from "./size.ts";

function isFileType(value: string | null): value is FileTypeFilter {
  return fileTypeFilters.some((type) => type === value);
}

/** The list of files that were sent in the person's conversations, or only of files that the person sent. */
export function FileBrowser({ onlyMine: isOnlyOwnFiles }: { onlyMine: boolean }) {
  const { t } = useTranslation("files");
  const [params] = useSearchParams();
  const typeInAddress = params.get("type");
  const [storedType, storeType] = useRememberedTab(
    isOnlyOwnFiles ? "/files?mine=1" : "/files",
    fileTypeFilters,
    "all",
  );
  const type = isFileType(typeInAddress) ? typeInAddress : storedType;
  const storeTypeFromAddress = useEffectEvent(storeType);
  useEffect(() => {
    if (isFileType(typeInAddress)) storeTypeFromAddress(typeInAddress);
  }, [typeInAddress]);
  const conversationId = params.get("in");
  return (
    <main className={styles.page}>
      <DocumentTitle>{t("title")}</DocumentTitle>
      <PageHeader
        title={t("title")}
        actions={<ButtonLink target={{ page: "/drive" }}>{t("drive")}</ButtonLink>}
      />
      <nav className={styles.typeLinks} aria-label={t("filter")}>
        {fileTypeFilters.map((kind) => (
          <Link
            key={kind}
            className={styles.kind}
            to={isOnlyOwnFiles ? `?mine=1&type=${kind}` : `?type=${kind}`}
            replace
            aria-current={kind === type ? "page" : undefined}
          >
            {t(kind)}
          </Link>
        ))}
        <Link className={styles.ownerLink} to={isOnlyOwnFiles ? "/files" : "/files?mine=1"}>
          {t(isOnlyOwnFiles ? "shared" : "mine")}
        </Link>
      </nav>
      <div className={styles.scroll}>
        {type === "location" && !conversationId ? (
          <ConversationsWithFiles onlyMine={isOnlyOwnFiles} />
        ) : (
          <FileList type={type} conversationId={conversationId} onlyMine={isOnlyOwnFiles} />
        )}
      </div>
    </main>
  );
}

function FileList({
  type,
  conversationId,
  onlyMine,
}: {
  type: FileTypeFilter;
  conversationId: string | null;
  onlyMine: boolean;
}) {
  const { t } = useTranslation("files");
  const query = useSharedFiles({ type, onlyMine, conversationId });
  const kind = type !== "all" && type !== "location";
  const emptyState = (
    <EmptyState
      icon={<IconFiles size={24} stroke={1.6} />}
      title={t(kind ? "emptyKindTitle" : "emptyTitle")}
      text={t(kind ? "emptyKindText" : onlyMine ? "emptyDriveText" : "emptyText")}
      action={
        kind ? (
          <Link to={onlyMine ? "?mine=1&type=all" : "?type=all"}>{t("all")}</Link>
        ) : (
          <Link to="/chat">{t("toConversations")}</Link>
        )
      }
    />
  );
  return (
    <LoadedContent query={query} rows={8} emptyState={emptyState}>
      {(list) => (
        <>
          <ul className={styles.grid}>
            {list.map((file) => (
              <SharedFileCard key={file.id} file={file} allFiles={list} />
            ))}
          </ul>
          <LoadMoreButton query={query} />
        </>
      )}
    </LoadedContent>
  );
}

/** A file in the list: its preview, name and size, and when, by whom and in which conversation it was sent. */
export function SharedFileCard({ file, allFiles }: { file: SharedFile; allFiles: readonly SharedFile[] }) {
  const { t, i18n } = useTranslation(["files", "conversations"]);
  const format = useFormat();
  const formatPersonName = useNameInLineFormatter();
  const getShownName = useVisitorNameFormatter();
  const { id, name, type, category, size, user, created_at, conversation_id, message_id, parent_id } = file;
  const room = getShownName(file.conversation_name ?? t("conversations:myChat"));
  return (
    <li className={styles.card}>
      {category === "image" || isPdf(file) ? (
        <button
          type="button"
          className={styles.picture}
          aria-label={t("open", { name })}
          onClick={() => (category === "image" ? openGallery(allFiles, id) : shownPdfStore.set(file))}
        >
          {category === "image" ? (
            <AuthorizedImage src={createFilePath(id, "small")} alt="" loading="lazy" decoding="async" />
          ) : (
            <FileTypeIcon type={type} size={36} />
          )}
        </button>
      ) : (
        <a
          className={styles.picture}
          href={createFilePath(id, category === "application" ? "download" : undefined)}
          aria-label={t(category === "application" ? "downloadName" : "open", { name })}
          {...(category !== "application" && { target: "_blank", rel: "noreferrer" })}
        >
          <FileTypeIcon type={type} size={36} />
        </a>
      )}
      <div className={styles.foot}>
        <div className={styles.textColumn}>
          <p className={styles.name} title={name}>
            {name}
          </p>
          <p className={styles.note}>
            {formatFileSize(size, i18n.language)} ·{" "}
            <time dateTime={created_at}>{format.timeOrDay(created_at)}</time>
          </p>
          <p className={styles.sender} title={`${formatPersonName(user)} · ${room}`}>
            <span>{formatPersonName(user)}</span>
            <span>{room}</span>
          </p>
        </div>
        {message_id && (
          <Link
            className={styles.iconButton}
            to={createMessagePath(conversation_id, message_id, parent_id)}
            aria-label={`${t("inMessage")}: ${name}`}
            title={t("inMessage")}
          >
            <IconMessage size={18} stroke={1.6} aria-hidden="true" />
          </Link>
        )}
        <a
          className={styles.iconButton}
          href={createFilePath(id, "download")}
          download={name}
          aria-label={t("downloadName", { name })}
          title={t("download")}
        >
          <IconDownload size={18} stroke={1.6} aria-hidden="true" />
        </a>
      </div>
    </li>
  );
}
