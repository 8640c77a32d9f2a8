import type { PricePlanInLanguage } from "@kakehashi/contract/plans";
import { PageHead } from "./page-head.tsx";
import parts from "./parts.module.css";
import { ContactInvitation, PageHeading, PageSection } from "./parts.tsx";
import styles from "./price.module.css";
import { useSite } from "./use-site.ts";

/** Formats a price for a language. Leaves out the cents of a whole amount. */
function formatMoney(amount: number, currency: string, language: string): string {
  const fractionOptions = Number.isInteger(amount) ? { maximumFractionDigits: 0 } : {};
  return new Intl.NumberFormat(language, { style: "currency", currency, ...fractionOptions }).format(amount);
}

export function PricePage({ plans }: { plans: readonly PricePlanInLanguage[] }) {
  const { texts, pageAddressOf: to, language } = useSite();
  const { price, home } = texts;
  const hasPrices = plans.some(({ amount }) => amount !== null);
  const questions = hasPrices ? price.faq.items : [price.faq.unpriced, ...price.faq.items];
  return (
    <>
      <PageHead
        page="/price"
        title={price.title}
        description={price.description}
        breadcrumbs={[{ name: price.title, page: "/price" }]}
        data={[
          {
            "@type": "FAQPage",
            mainEntity: questions.map(({ question, answer }) => ({
              "@type": "Question",
              name: question,
              acceptedAnswer: { "@type": "Answer", text: answer },
            })),
          },
        ]}
      />
      <PageHeading
        title={price.headline}
        leadText={hasPrices ? price.leadPriced : price.lead}
        smallTitle={price.title}
      />
      <div className={parts.container}>
        {plans.length > 0 && (
          <ul className={styles.plans}>
            {plans.map(({ id, title, text, suits, points, amount, currency, period }) => (
              <li key={id} className={styles.plan}>
                <h2 className={styles.name}>{title}</h2>
                <p className={styles.text}>{text}</p>
                {hasPrices && (
                  <p className={styles.amount}>
                    {amount !== null && currency && period ? (
                      <>
                        {formatMoney(amount, currency, language)} <span>/ {price.periods[period]}</span>
                      </>
                    ) : (
                      price.talk
                    )}
                  </p>
                )}
                <p className={styles.audience}>
                  <span>{price.suits}</span> {suits}
                </p>
                <p className={styles.label}>{price.includes}</p>
                <ul className={styles.points}>
                  {points.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
                <a
                  className={parts.plainLink}
                  href={`${to("/contact")}?topic=consultant&plan=${id}`}
                  aria-label={`${price.ask}: ${title}`}
                >
                  {price.ask}
                </a>
              </li>
            ))}
          </ul>
        )}
        <div className={styles.includedInAll}>
          <h2 className={styles.label}>{price.always.title}</h2>
          <ul className={styles.all}>
            {price.always.items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </div>
      </div>
      <PageSection id="faq" title={price.faq.title}>
        <div className={styles.faq}>
          {questions.map(({ question, answer }) => (
            <details key={question} className={styles.question}>
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </PageSection>
      <ContactInvitation {...home.call} />
    </>
  );
}
