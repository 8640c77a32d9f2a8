import { createMapUrl } from "@kakehashi/contract/map-address";
import { visitorFileLimits } from "@kakehashi/contract/outside-files";
import type {
  MapLocation,
  MissingFile,
  OutsideMessageExtras as Parts,
} from "@kakehashi/contract/outside-message-extras";
import { IconFileAlert, IconMapPin, IconMusicOff, IconPhotoOff, IconVideoOff } from "@tabler/icons-react";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { BroadcastMark } from "./broadcast-mark.tsx";
import styles from "./outside-message-extras.module.css";

const iconByKind = {
  image: IconPhotoOff,
  sticker: IconPhotoOff,
  video: IconVideoOff,
  audio: IconMusicOff,
  file: IconFileAlert,
} as const satisfies Record<MissingFile["kind"], typeof IconPhotoOff>;

/**
 * In a chat with a visitor or customer, shows the parts of a message besides text and files: a location, files that
 * could not be loaded, or the name of the broadcast that sent it.
 */
export function OutsideMessageExtras({ id, parts }: { id: string; parts: Parts }) {
  return (
    <div className={styles.parts} id={`outside-${id}`}>
      {parts.location && <LocationPart place={parts.location} />}
      {parts.missing_files?.map((file, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no id, and never change.
        <MissingFileNote key={index} file={file} />
      ))}
      {parts.broadcast && <BroadcastMark broadcast={parts.broadcast} />}
    </div>
  );
}

function LocationPart({ place: mapLocation }: { place: MapLocation }) {
  const { t, i18n } = useTranslation("channels");
  const degreeFormat = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 5 });
  const coordinates = [mapLocation.latitude, mapLocation.longitude]
    .map((number) => degreeFormat.format(number))
    .join(" · ");
  return (
    <div className={styles.place}>
      <IconMapPin size={20} stroke={1.6} aria-hidden="true" />
      <span className={styles.textColumn}>
        <span className={styles.name}>{t("location")}</span>
        {mapLocation.name !== null && <span className={styles.placeName}>{mapLocation.name}</span>}
        <span className={styles.note}>{coordinates}</span>
        <a href={createMapUrl(mapLocation)} target="_blank" rel="noreferrer noopener">
          {t("openMap")}
        </a>
      </span>
    </div>
  );
}

function MissingFileNote({ file: { kind, name, reason } }: { file: MissingFile }) {
  const { t } = useTranslation("channels");
  const Icon = iconByKind[kind];
  return (
    <p className={styles.chip}>
      <Icon size={20} stroke={1.6} aria-hidden="true" />
      <span className={styles.textColumn}>
        <span className={styles.name}>{name ?? t(`missing_${kind}`)}</span>{" "}
        <span className={styles.note}>
          {t(`missingReason_${reason}`, {
            megabytes: visitorFileLimits.megabytes,
            count: visitorFileLimits.perMessage,
          })}
        </span>
      </span>
    </p>
  );
}
