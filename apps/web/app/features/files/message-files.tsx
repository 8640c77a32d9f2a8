import { createFilePath, type StoredFile } from "@kakehashi/contract/files";
import { IconDownload } from "@tabler/icons-react";
import type { CSSProperties } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { AuthorizedImage } from "./authorized-image.tsx";
import { FileTypeIcon } from "./file-type-icon.tsx";
import styles from "./message-files.module.css";
import { isDataSaverOn } from "./saves-data.ts";
import { isPdf, shownPdfStore } from "./shown-pdf.ts";
import { openGallery } from "./shown-pictures.ts";
import { formatFileSize } from "./size.ts";

/**
 * Sizes of pictures in a message, in pixels. A single picture is at most `maxWidthPx` by `maxHeightPx`. Several
 * pictures are in rows of the height `rowHeightPx`.
 */
const maxWidthPx = 380;
const maxHeightPx = 300;
const rowHeightPx = 148;

/** The files of a message. Each picture has its final size before it is loaded. */
export function MessageFiles({ files }: { files: readonly StoredFile[] }) {
  const pictures = files.filter(({ category }) => category === "image");
  const otherFiles = files.filter(({ category }) => category !== "image");
  return (
    <div className={styles.files}>
      {pictures.length > 0 && (
        <div className={styles.pictures}>
          {pictures.map((picture) => (
            <PictureButton key={picture.id} picture={picture} allPictures={pictures} />
          ))}
        </div>
      )}
      {otherFiles.map((file) => (
        <NonPictureFile key={file.id} file={file} />
      ))}
    </div>
  );
}

function sizeStyleOf({ width, height }: StoredFile, isSingle: boolean): CSSProperties {
  const [widthPx, heightPx] = [width ?? maxWidthPx, height ?? maxHeightPx];
  if (isSingle) {
    const scale = Math.min(1, maxWidthPx / widthPx, maxHeightPx / heightPx);
    return { width: Math.max(48, Math.round(widthPx * scale)), aspectRatio: `${widthPx} / ${heightPx}` };
  }
  const aspectRatio = Math.min(1.8, Math.max(0.6, widthPx / heightPx));
  return { width: Math.round(rowHeightPx * aspectRatio), height: rowHeightPx };
}

function PictureButton({
  picture,
  allPictures,
}: {
  picture: StoredFile;
  allPictures: readonly StoredFile[];
}) {
  const { t } = useTranslation("files");
  return (
    <button
      type="button"
      className={styles.picture}
      style={sizeStyleOf(picture, allPictures.length === 1)}
      aria-label={t("open", { name: picture.name })}
      onClick={() => openGallery(allPictures, picture.id)}
    >
      <AuthorizedImage
        src={createFilePath(picture.id, "small")}
        alt={picture.name}
        loading="lazy"
        decoding="async"
      />
    </button>
  );
}

function NonPictureFile({ file }: { file: StoredFile }) {
  const address = createFilePath(file.id);
  if (file.category === "video") {
    return (
      <figure className={styles.player}>
        {/* biome-ignore lint/a11y/useMediaCaption: what people record comes without captions */}
        <video className={styles.video} src={address} controls preload="metadata" aria-label={file.name} />
        <FileChip file={file} />
      </figure>
    );
  }
  if (file.category === "audio") {
    return (
      <figure className={styles.player}>
        {/* biome-ignore lint/a11y/useMediaCaption: what people record comes without captions */}
        <audio
          className={styles.audio}
          src={address}
          controls
          preload={isDataSaverOn() ? "none" : "metadata"}
          aria-label={file.name}
        />
        <FileChip file={file} />
      </figure>
    );
  }
  return <FileChip file={file} />;
}

/** A file with its name and size. A click downloads the file, or opens a PDF. */
export function FileChip({ file }: { file: StoredFile }) {
  const { t, i18n } = useTranslation("files");
  const size = formatFileSize(file.size, i18n.language);
  // The link's accessible name contains its whole visible text, because people who use voice control say what they see.
  const name = `${file.name} ${size}`;
  const content = (
    <>
      <span className={styles.icon}>
        <FileTypeIcon type={file.type} />
      </span>
      <span className={styles.textColumn}>
        <span className={styles.name}>{file.name}</span> <span className={styles.note}>{size}</span>
      </span>
    </>
  );
  if (isPdf(file)) {
    return (
      <span className={styles.buttonPair}>
        <button
          type="button"
          className={styles.chip}
          aria-label={t("open", { name })}
          onClick={() => shownPdfStore.set(file)}
        >
          {content}
        </button>
        <a
          className={styles.besideButton}
          href={createFilePath(file.id, "download")}
          download={file.name}
          aria-label={t("downloadName", { name: file.name })}
        >
          <IconDownload size={18} stroke={1.6} aria-hidden="true" />
        </a>
      </span>
    );
  }
  return (
    <a
      className={styles.chip}
      href={createFilePath(file.id, "download")}
      download={file.name}
      aria-label={t("downloadName", { name })}
    >
      {content}
      <IconDownload className={styles.downloadIcon} size={18} stroke={1.6} aria-hidden="true" />
    </a>
  );
}
