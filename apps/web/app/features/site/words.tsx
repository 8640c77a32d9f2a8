import { Section } from "./parts.tsx";
import { useSite } from "./use-site.ts";
import styles from "./words.module.css";

const colours = ["amber", "indigo", "jade", "accent"] as const;

/** How a sentence travels: the original, a translation that no longer holds, and the one that was approved. */
export function Words() {
  const { words } = useSite().texts.home;
  const [, , approved, again] = words.states;
  const { example } = words;
  return (
    <Section id="words" title={words.title} lead={words.lead}>
      <div className={styles.two}>
        <ul className={styles.points}>
          {words.points.map(({ title, text }) => (
            <li key={title}>
              <h3 className={styles.point}>{title}</h3>
              <p className={styles.text}>{text}</p>
            </li>
          ))}
        </ul>
        <div className={styles.desk}>
          <p className={styles.original} lang="ja">
            <mark>明細</mark>
            {example.original.slice(2)}
          </p>
          <div className={styles.version}>
            <p>
              <s>{example.first}</s>
            </p>
            <p className={styles.again}>{again}</p>
          </div>
          <div className={styles.version}>
            <p>{example.second}</p>
            <p className={styles.approved}>{approved}</p>
          </div>
          <p className={styles.note}>{example.note}</p>
          <ul className={styles.legend}>
            {words.states.map((state, index) => (
              <li key={state} data-colour={colours[index]}>
                {state}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Section>
  );
}
