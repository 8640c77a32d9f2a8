import { Section } from "./parts.tsx";
import { Screenshot } from "./shot.tsx";
import { useSite } from "./use-site.ts";
import styles from "./words.module.css";

/** An example on the start page: how a sentence is translated. */
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
