import { findPreviewableLinks, findWorkspacePath } from "@kakehashi/contract/links";
import type { Message } from "@kakehashi/contract/messages";
import { createPreviewImagePath, type LinkPreview } from "@kakehashi/contract/previews";
import { AuthorizedImage } from "../../files/authorized-image.tsx";
import { CodeSnippetCard } from "./code-card.tsx";
import styles from "./link-previews.module.css";
import { useInternalLinks } from "./use-own-links.ts";

const snippetPathPattern = /^\/codes\/([a-z0-9-]{1,80})(?:[?#]|$)/;

/** Cards below a message for the pages that it links to: code snippets, and pages with a preview. */
export function LinkPreviews({ message: { content, previews = [] } }: { message: Message }) {
  const paths = findPreviewableLinks(content).flatMap(
    (link) => findWorkspacePath(link, location.origin) ?? [],
  );
  const snippetSlugs = new Set(paths.flatMap((path) => snippetPathPattern.exec(path)?.[1] ?? []));
  useInternalLinks(paths.length > 0);
  if (snippetSlugs.size + previews.length === 0) return null;
  return (
    <div className={styles.previews}>
      {[...snippetSlugs].map((slug) => (
        <CodeSnippetCard key={slug} slug={slug} />
      ))}
      {previews.map((preview) => (
        <LinkPreviewCard key={preview.url} preview={preview} />
      ))}
    </div>
  );
}

function LinkPreviewCard({
  preview: { url, title, description, site_name, image },
}: {
  preview: LinkPreview;
}) {
  return (
    <a className={styles.preview} href={url} target="_blank" rel="noopener noreferrer nofollow">
      <span className={styles.textColumn}>
        <span className={styles.site}>{site_name}</span>
        <span className={styles.title}>{title}</span>
        {description && <span className={styles.description}>{description}</span>}
      </span>
      {image && (
        <AuthorizedImage
          className={styles.image ?? ""}
          src={createPreviewImagePath(image.id)}
          alt=""
          width={96}
          height={72}
          loading="lazy"
        />
      )}
    </a>
  );
}
