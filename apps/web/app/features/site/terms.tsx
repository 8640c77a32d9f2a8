import { termsVersion } from "@kakehashi/contract/site";
import { createDayFormat } from "../../kit/day-format.ts";
import { PageHead } from "./page-head.tsx";
import parts from "./parts.module.css";
import { PageHeading } from "./parts.tsx";
import styles from "./terms.module.css";
import { useSite } from "./use-site.ts";

export function TermsPage() {
  const { texts, pageAddressOf: to, language } = useSite();
  const { policy } = texts;
  const day = createDayFormat(language, "long");
  return (
    <>
      <PageHead
        page="/policy"
        title={policy.title}
        description={policy.description}
        breadcrumbs={[{ name: policy.title, page: "/policy" }]}
      />
      <PageHeading title={policy.headline} leadText={policy.lead}>
        <p className={styles.version}>
          {policy.inForce} <time dateTime={termsVersion}>{day(termsVersion)}</time>
        </p>
      </PageHeading>
      <div className={`${parts.container} ${styles.twoColumns}`}>
        <nav className={styles.contents} aria-labelledby="contents">
          <h2 id="contents" className={styles.label}>
            {policy.contents}
          </h2>
          <ol>
            {policy.sections.map(({ id, title }, index) => (
              <li key={id}>
                <a href={`#${id}`}>
                  <span>{index + 1}</span> {title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div>
          {policy.sections.map(({ id, title, clauses }, index) => (
            <section key={id} className={styles.section} aria-labelledby={id}>
              <h2 id={id} className={styles.heading}>
                <span>
                  {policy.article} {index + 1}
                </span>
                {title}
              </h2>
              <ol className={styles.clauses}>
                {clauses.map(([text, ...points]) => (
                  <li key={text}>
                    <p>{text}</p>
                    {points.length > 0 && (
                      <ul className={styles.points}>
                        {points.map((point) => (
                          <li key={point}>{point}</li>
                        ))}
                      </ul>
                    )}
                  </li>
                ))}
              </ol>
            </section>
          ))}
          <p className={styles.question}>
            <a href={to("/contact")}>{policy.question}</a>
          </p>
        </div>
      </div>
    </>
  );
}
