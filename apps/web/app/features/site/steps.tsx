import { PageSection } from "./parts.tsx";
import styles from "./steps.module.css";
import { useSite } from "./use-site.ts";

/** The section of the start page that shows how a project proceeds: five steps, and who is involved in each. */
export function ProjectSteps() {
  const { steps } = useSite().texts.home;
  return (
    <PageSection id="steps" title={steps.title} leadText={steps.lead}>
      <ol className={styles.steps}>
        {steps.items.map(({ title, who, text }, index) => (
          <li key={title} className={styles.step}>
            <span className={styles.number} aria-hidden="true">
              {index + 1}
            </span>
            <h3 className={styles.title}>{title}</h3>
            <p className={styles.participants}>{who}</p>
            <p className={styles.text}>{text}</p>
          </li>
        ))}
      </ol>
    </PageSection>
  );
}
