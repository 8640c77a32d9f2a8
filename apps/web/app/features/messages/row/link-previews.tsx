import { type LinkPreview, previewImageAddress } from "@kakehashi/contract/previews";
import { AuthorizedImage } from "../../files/careful-image.tsx";
import styles from "./link-previews.module.css";

/** Cards that describe the pages that a message links to. */
export function LinkPreviews({ previews }: { previews: readonly LinkPreview[] }) {
  return (
    <div className={styles.previews}>
      {previews.map(({ url, title, description, site_name, image }) => (
        <a key={url} className={styles.preview} href={url} target="_blank" rel="noopener noreferrer nofollow">
          <span className={styles.textColumn}>
            <span className={styles.site}>{site_name}</span>
            <span className={styles.title}>{title}</span>
            {description && <span className={styles.description}>{description}</span>}
          </span>
          {image && (
            <AuthorizedImage
              className={styles.image ?? ""}
              src={previewImageAddress(image.id)}
              alt=""
              width={96}
              height={72}
              loading="lazy"
            />
          )}
        </a>
      ))}
    </div>
  );
}
