import { PageHead } from "./page-head.tsx";
import parts from "./parts.module.css";
import { Call, Opening, Section } from "./parts.tsx";
import styles from "./price.module.css";
import { useSite } from "./use-site.ts";

export function PricePage() {
  const { texts, to } = useSite();
  const { price, home } = texts;
  return (
    <>
      <PageHead
        page="/price"
        title={price.title}
        description={price.description}
        trail={[{ name: price.title, page: "/price" }]}
        data={[
          {
            "@type": "FAQPage",
            mainEntity: price.faq.items.map(({ question, answer }) => ({
              "@type": "Question",
              name: question,
              acceptedAnswer: { "@type": "Answer", text: answer },
            })),
          },
        ]}
      />
      <Opening title={price.headline} lead={price.lead} kicker={price.title} />
      <div className={parts.container}>
        <ul className={styles.plans}>
          {price.plans.map(({ title, text, suits, points }) => (
            <li key={title} className={styles.plan}>
              <h2 className={styles.name}>{title}</h2>
              <p className={styles.text}>{text}</p>
              <p className={styles.suits}>
                <span>{price.suits}</span> {suits}
              </p>
              <p className={styles.label}>{price.includes}</p>
              <ul className={styles.points}>
                {points.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
              <a
                className={parts.plain}
                href={`${to("/contact")}?topic=consultant`}
                aria-label={`${price.ask}: ${title}`}
              >
                {price.ask}
              </a>
            </li>
          ))}
        </ul>
        <div className={styles.always}>
          <h2 className={styles.label}>{price.always.title}</h2>
          <ul className={styles.all}>
            {price.always.items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </div>
      </div>
      <Section id="faq" title={price.faq.title}>
        <div className={styles.faq}>
          {price.faq.items.map(({ question, answer }) => (
            <details key={question} className={styles.question}>
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </Section>
      <Call {...home.call} />
    </>
  );
}
