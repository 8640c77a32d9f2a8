import { fileAddress, type StoredFile } from "@kakehashi/contract/files";
import {
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconX,
  IconZoomIn,
  IconZoomOut,
} from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLayer } from "../../kit/layers.ts";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { AuthorizedImage } from "./careful-image.tsx";
import styles from "./gallery.module.css";
import { type Pictures, shownPictures } from "./gallery-shown.ts";
import { useSwipe } from "./use-swipe.ts";

/** Pixels around the picture, as in the style sheet. */
const around = { width: 24, height: 88 };
/** Types that every browser can show. Others are shown as a converted copy. */
const shownAsCame = /^image\/(png|jpeg|webp|gif)$/;

/** Whether the picture is shown smaller than it is. A long screenshot would be unreadable. */
const isLessened = ({ type, width, height }: StoredFile): boolean =>
  shownAsCame.test(type) &&
  ((width ?? 0) > innerWidth - around.width || (height ?? 0) > innerHeight - around.height);

interface Props extends Pictures {
  onClose: () => void;
}

/** The gallery: one large picture. Arrow keys show the others. */
export function Gallery({ files, index, onClose }: Props) {
  const { t } = useTranslation(["files", "common"]);
  const dialog = useRef<HTMLDialogElement>(null);
  const picture = files[index];
  const several = files.length > 1;
  /** The id of the picture that is shown in full size. Null for none. */
  const [whole, setWhole] = useState<string | null>(null);

  const closeByPress = useLayer(true, onClose);
  useEffect(() => dialog.current?.showModal(), []);

  function move(by: number): void {
    shownPictures.set({ files, index: (index + by + files.length) % files.length });
  }

  const swiping = useSwipe((way) => {
    if (way === "down") dialog.current?.close();
    else if (several) move(way === "left" ? 1 : -1);
  });

  if (!picture) return null;
  // The converted copy of an animated picture does not move, so show the original.
  const isWhole = whole === picture.id;
  const asCame = isWhole || picture.type === "image/gif";
  const address = asCame ? fileAddress(picture.id) : fileAddress(picture.id, "medium");
  const turn = isLessened(picture)
    ? () => {
        setWhole(isWhole ? null : picture.id);
        // Arrow keys scroll the focused element, so the picture gets the focus.
        if (!isWhole) dialog.current?.focus();
      }
    : undefined;
  return (
    <dialog
      ref={dialog}
      className={styles.gallery}
      tabIndex={-1}
      aria-label={picture.name}
      data-whole={isWhole || undefined}
      {...(!isWhole && swiping)}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) closeByPress();
      }}
      onKeyDown={(event) => {
        // Arrow keys scroll a picture that is larger than the screen.
        if (isWhole || !several) return;
        if (event.key === "ArrowLeft") move(-1);
        if (event.key === "ArrowRight") move(1);
      }}
    >
      <header className={styles.bar}>
        <span className={styles.captionText}>
          <span className={styles.name}>{picture.name}</span>
          {several && (
            <span className={styles.position} role="status">
              {t("position", { index: index + 1, count: files.length })}
            </span>
          )}
        </span>
        {turn && (
          <IconButton label={t(isWhole ? "fit" : "whole")} tooltipSide="bottom" onClick={turn}>
            {isWhole ? <IconZoomOut size={20} stroke={1.6} /> : <IconZoomIn size={20} stroke={1.6} />}
          </IconButton>
        )}
        <a
          className={styles.iconButton}
          href={fileAddress(picture.id, "download")}
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
        key={`${picture.id} ${asCame}`}
        data-turns={turn && true}
        onClick={turn}
        className={styles.picture ?? ""}
        src={address}
        alt={picture.name}
        width={picture.width ?? undefined}
        height={picture.height ?? undefined}
      />
      {several && (
        <>
          <button
            type="button"
            className={styles.previous}
            aria-label={t("previous")}
            onClick={() => move(-1)}
          >
            <IconChevronLeft size={28} stroke={1.6} aria-hidden="true" />
          </button>
          <button type="button" className={styles.next} aria-label={t("next")} onClick={() => move(1)}>
            <IconChevronRight size={28} stroke={1.6} aria-hidden="true" />
          </button>
        </>
      )}
    </dialog>
  );
}
