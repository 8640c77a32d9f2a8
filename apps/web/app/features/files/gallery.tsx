import { fileAddress, type StoredFile } from "@kakehashi/contract/files";
import { IconChevronLeft, IconChevronRight, IconDownload, IconX } from "@tabler/icons-react";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useCloseOnBack } from "../../kit/close-on-back.ts";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { CarefulImage } from "./careful-image.tsx";
import styles from "./gallery.module.css";
import { useSwipe } from "./use-swipe.ts";

interface Shown {
  files: readonly StoredFile[];
  index: number;
}

// Kept outside the rows: a row that scrolls away must not close what it opened.
let shown: Shown | null = null;
const listeners = new Set<() => void>();

function show(next: Shown | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens a picture large, with its neighbours a key away. */
export function openGallery(files: readonly StoredFile[], id: string): void {
  const pictures = files.filter(({ category }) => category === "image");
  show({
    files: pictures,
    index: Math.max(
      0,
      pictures.findIndex((picture) => picture.id === id),
    ),
  });
}

/** Where pictures are shown large: once in the workspace. */
export function Gallery() {
  const current = useSyncExternalStore(subscribe, () => shown);
  return current && <Viewer {...current} />;
}

function Viewer({ files, index }: Shown) {
  const { t } = useTranslation(["files", "common"]);
  const dialog = useRef<HTMLDialogElement>(null);
  const picture = files[index];
  const several = files.length > 1;

  useCloseOnBack(true, () => show(null));
  useEffect(() => dialog.current?.showModal(), []);

  function move(by: number): void {
    show({ files, index: (index + by + files.length) % files.length });
  }

  const swiping = useSwipe((way) => {
    if (way === "down") dialog.current?.close();
    else if (several) move(way === "left" ? 1 : -1);
  });

  if (!picture) return null;
  // A moving picture has one rendition that stands still: it is shown as it came.
  const address = picture.type === "image/gif" ? fileAddress(picture.id) : fileAddress(picture.id, "medium");
  return (
    <dialog
      ref={dialog}
      className={styles.gallery}
      aria-label={picture.name}
      {...swiping}
      onClose={() => show(null)}
      onClick={(event) => {
        if (event.target === event.currentTarget) dialog.current?.close();
      }}
      onKeyDown={(event) => {
        if (several && event.key === "ArrowLeft") move(-1);
        if (several && event.key === "ArrowRight") move(1);
      }}
    >
      <header className={styles.bar}>
        <span className={styles.words}>
          <span className={styles.name}>{picture.name}</span>
          {several && (
            <span className={styles.place} role="status">
              {t("position", { index: index + 1, count: files.length })}
            </span>
          )}
        </span>
        <a
          className={styles.act}
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
      <CarefulImage
        key={picture.id}
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
