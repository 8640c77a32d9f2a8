import { outsideFiles } from "@kakehashi/contract/outside-files";
import type { MissingFile, OutsideParts as Parts } from "@kakehashi/contract/outside-parts";
import { IconFileAlert, IconMusicOff, IconPhotoOff, IconVideoOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import styles from "./outside-parts.module.css";

const icons = {
  image: IconPhotoOff,
  sticker: IconPhotoOff,
  video: IconVideoOff,
  audio: IconMusicOff,
  file: IconFileAlert,
} as const satisfies Record<MissingFile["kind"], typeof IconPhotoOff>;

/** What came from outside besides words and files: files that could not be loaded. In the reader's language. */
export function OutsideParts({ id, parts }: { id: string; parts: Parts }) {
  return (
    <div className={styles.parts} id={`outside-${id}`}>
      {parts.missing_files?.map((file, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no id, and never change.
        <Missing key={place} file={file} />
      ))}
    </div>
  );
}

function Missing({ file: { kind, name, reason } }: { file: MissingFile }) {
  const { t } = useTranslation("channels");
  const Icon = icons[kind];
  return (
    <p className={styles.chip}>
      <Icon size={20} stroke={1.6} aria-hidden="true" />
      <span className={styles.textColumn}>
        <span className={styles.name}>{name ?? t(`missing_${kind}`)}</span>{" "}
        <span className={styles.note}>
          {t(`missingReason_${reason}`, {
            megabytes: outsideFiles.megabytes,
            count: outsideFiles.perMessage,
          })}
        </span>
      </span>
    </p>
  );
}
