import { Section } from "./parts.tsx";
import { Screenshot } from "./shot.tsx";
import { useSite } from "./use-site.ts";
import styles from "./words.module.css";

/** The section of the start page that shows the translation of a sentence as an example. */
export function TranslationExample() {
  const { words } = useSite().texts.home;
  return (
    <Section id="words" title={words.title} leadText={words.lead}>
      <div className={styles.twoColumns}>
        <ul className={styles.points}>
          {words.points.map(({ title, text }) => (
            <li key={title}>
              <h3 className={styles.point}>{title}</h3>
              <p className={styles.text}>{text}</p>
            </li>
          ))}
        </ul>
        <Screenshot name="phone" />
      </div>
    </Section>
  );
}
