import { createFilePath } from "@kakehashi/contract/files";
import {
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconX,
  IconZoomIn,
  IconZoomOut,
} from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { useLayer } from "../../kit/layers.ts";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { AuthorizedImage } from "./authorized-image.tsx";
import styles from "./gallery.module.css";
import { isReducedToFit } from "./reduced-to-fit.ts";
import { type GalleryPictures, shownPicturesStore } from "./shown-pictures.ts";
import { useSwipe } from "./use-swipe.ts";

interface GalleryProps extends GalleryPictures {
  onClose: () => void;
}

/** The gallery shows one large picture. Arrow keys show the other pictures. */
export function PictureGallery({ files, index, onClose }: GalleryProps) {
  const { t } = useTranslation(["files", "common"]);
  const dialog = useRef<HTMLDialogElement>(null);
  const picture = files[index];
  const hasSeveralPictures = files.length > 1;
  /** The id of the picture that is shown in full size. Null if no picture is. */
  const [fullSizeId, setFullSizeId] = useState<string | null>(null);

  const closeOnPress = useLayer(true, onClose);
  useEffect(() => dialog.current?.showModal(), []);

  function showNeighbour(indexChange: number): void {
    shownPicturesStore.set({ files, index: (index + indexChange + files.length) % files.length });
  }

  const swipeHandlers = useSwipe((direction) => {
    if (direction === "down") dialog.current?.close();
    else if (hasSeveralPictures) showNeighbour(direction === "left" ? 1 : -1);
  });

  if (!picture) return null;
  // The converted copy of an animated GIF is a still picture, so show the original file.
  const isFullSize = fullSizeId === picture.id;
  const showsOriginal = isFullSize || picture.type === "image/gif";
  const address = showsOriginal ? createFilePath(picture.id) : createFilePath(picture.id, "medium");
  const toggleFullSize = isReducedToFit(picture, { width: innerWidth, height: innerHeight })
    ? () => {
        setFullSizeId(isFullSize ? null : picture.id);
        // Arrow keys scroll the focused element. So focus the dialog, which scrolls the picture.
        if (!isFullSize) dialog.current?.focus();
      }
    : undefined;
  return (
    <dialog
      ref={dialog}
      className={styles.gallery}
      tabIndex={-1}
      aria-label={picture.name}
      data-whole={isFullSize || undefined}
      {...(!isFullSize && swipeHandlers)}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) closeOnPress();
      }}
      onKeyDown={(event) => {
        // In full size, arrow keys scroll the picture. Otherwise they show the next or previous picture.
        if (isFullSize || !hasSeveralPictures) return;
        if (event.key === "ArrowLeft") showNeighbour(-1);
        if (event.key === "ArrowRight") showNeighbour(1);
      }}
    >
      <header className={styles.bar}>
        <span className={styles.captionText}>
          <span className={styles.name}>{picture.name}</span>
          {hasSeveralPictures && (
            <span className={styles.position} role="status">
              {t("position", { index: index + 1, count: files.length })}
            </span>
          )}
        </span>
        {toggleFullSize && (
          <IconButton label={t(isFullSize ? "fit" : "whole")} tooltipSide="bottom" onClick={toggleFullSize}>
            {isFullSize ? <IconZoomOut size={20} stroke={1.6} /> : <IconZoomIn size={20} stroke={1.6} />}
          </IconButton>
        )}
        <a
          className={styles.iconButton}
          href={createFilePath(picture.id, "download")}
          download={picture.name}
          aria-label={t("downloadName", { name: picture.name })}
        >
          <IconDownload size={20} stroke={1.6} aria-hidden="true" />
        </a>
        <IconButton label={t("common:close")} tooltipSide="bottom" onClick={() => dialog.current?.close()}>
          <IconX size={20} stroke={1.6} />
        </IconButton>
      </header>
      <AuthorizedImage
        key={`${picture.id} ${showsOriginal}`}
        data-turns={toggleFullSize && true}
        onClick={toggleFullSize}
        className={styles.picture ?? ""}
        src={address}
        alt={picture.name}
        width={picture.width ?? undefined}
        height={picture.height ?? undefined}
      />
      {hasSeveralPictures && (
        <>
          <button
            type="button"
            className={styles.previous}
            aria-label={t("previous")}
            onClick={() => showNeighbour(-1)}
          >
            <IconChevronLeft size={28} stroke={1.6} aria-hidden="true" />
          </button>
          <button
            type="button"
            className={styles.next}
            aria-label={t("next")}
            onClick={() => showNeighbour(1)}
          >
            <IconChevronRight size={28} stroke={1.6} aria-hidden="true" />
          </button>
        </>
      )}
    </dialog>
  );
}
