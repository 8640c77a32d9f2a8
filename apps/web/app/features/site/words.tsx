import { PageSection } from "./parts.tsx";
import { SiteScreenshot } from "./shot.tsx";
import { useSite } from "./use-site.ts";
import styles from "./words.module.css";

/** The section of the start page that shows the translation of a sentence as an example. */
export function TranslationExample() {
  const { words } = useSite().texts.home;
  return (
    <PageSection id="words" title={words.title} leadText={words.lead}>
      <div className={styles.twoColumns}>
        <ul className={styles.points}>
          {words.points.map(({ title, text }) => (
            <li key={title}>
              <h3 className={styles.point}>{title}</h3>
              <p className={styles.text}>{text}</p>
            </li>
          ))}
        </ul>
        <SiteScreenshot name="phone" />
      </div>
    </PageSection>
  );
}
