import {
  IconAlertTriangle,
  IconCircleCheck,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconX,
} from "@tabler/icons-react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { useStoreValue } from "../../kit/store.ts";
import { Button } from "../../kit/ui/button.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { FileTypeIcon } from "../files/file-type-icon.tsx";
import { formatFileSize } from "../files/size.ts";
import styles from "./upload-list.module.css";
import {
  cancelUpload,
  type DriveUpload,
  dismissFinishedUploads,
  driveUploadsStore,
  pauseUpload,
  resumeUpload,
} from "./uploads.ts";

const iconProps = { size: 18, stroke: 1.7, "aria-hidden": true } as const;

export function UploadList() {
  const { t } = useTranslation("drive");
  const uploads = useStoreValue(driveUploadsStore);
  if (uploads.length === 0) return null;
  const isRefused = ({ state, isPermanentFailure }: DriveUpload) => state === "failed" && isPermanentFailure;
  const refusedUploads = uploads.filter(isRefused);
  const unfinishedUploads = uploads.filter((upload) => upload.state !== "done" && !isRefused(upload));
  const title =
    unfinishedUploads.length > 0
      ? t("uploading", { count: unfinishedUploads.length })
      : refusedUploads.length > 0
        ? t("uploadsRefused", { count: refusedUploads.length })
        : t("uploadsEnded");
  return (
    <section className={styles.panel} aria-label={t("uploads")}>
      <header className={styles.head}>
        <h2 role="status">{title}</h2>
        {unfinishedUploads.length < uploads.length && (
          <Button kind="quiet" size="xs" onClick={dismissFinishedUploads}>
            {t("clearList")}
          </Button>
        )}
      </header>
      <ul className={styles.list}>
        {/* Show refused files first. Otherwise the reasons for the refusal would be lost among many uploads. */}
        {[...refusedUploads, ...uploads.filter((upload) => !isRefused(upload))].map((upload) => (
          <UploadRow key={upload.key} upload={upload} />
        ))}
      </ul>
    </section>
  );
}

function UploadRow({ upload }: { upload: DriveUpload }) {
  const { t, i18n } = useTranslation(["drive", "files"]);
  const { key, file, state, progress, reason, isPermanentFailure } = upload;
  const { name } = file;
  const percent = Math.floor(progress * 100);
  const noteByState = {
    waiting: t("waiting"),
    uploading: t("percentOf", { percent, size: formatFileSize(file.size, i18n.language) }),
    paused: t("paused", { percent }),
    failed: reason || t("interrupted"),
    done: formatFileSize(file.size, i18n.language),
  } as const;
  return (
    <li className={styles.row} data-state={state}>
      <span className={styles.icon}>
        {state === "done" ? (
          <IconCircleCheck {...iconProps} size={20} />
        ) : state === "failed" && isPermanentFailure ? (
          <IconAlertTriangle {...iconProps} size={20} />
        ) : (
          <FileTypeIcon type={file.type} />
        )}
      </span>
      <span className={styles.texts}>
        <span className={styles.name} title={name}>
          {name}
        </span>
        <span className={styles.note} role={state === "failed" ? "alert" : undefined}>
          {noteByState[state]}
        </span>
      </span>
      {(state === "uploading" || state === "waiting") && (
        <IconButton label={t("pause", { name })} onClick={() => pauseUpload(key)}>
          <IconPlayerPause {...iconProps} />
        </IconButton>
      )}
      {state === "paused" && (
        <IconButton label={t("resume", { name })} onClick={() => resumeUpload(key)}>
          <IconPlayerPlay {...iconProps} />
        </IconButton>
      )}
      {state === "failed" && !isPermanentFailure && (
        <IconButton label={t("files:retryUpload", { name })} onClick={() => resumeUpload(key)}>
          <IconRefresh {...iconProps} />
        </IconButton>
      )}
      {state !== "done" && (
        <IconButton
          label={t(isPermanentFailure ? "files:remove" : "files:cancelUpload", { name })}
          onClick={() => cancelUpload(key)}
        >
          <IconX {...iconProps} />
        </IconButton>
      )}
      {state !== "done" && !isPermanentFailure && (
        <progress className={styles.progress} value={progress} max={1} aria-label={name} />
      )}
    </li>
  );
}
