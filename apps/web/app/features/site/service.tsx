import { DrawingArt, type DrawingName } from "./art.tsx";
import { PageHead } from "./page-head.tsx";
import { ContactInvitation, PageHeading, PageSection } from "./parts.tsx";
import styles from "./service.module.css";
import { useSite } from "./use-site.ts";

const serviceDrawings: readonly DrawingName[] = [
  "outsourcing",
  "consulting",
  "cloud",
  "transformation",
  "automation",
];

export function ServicePage() {
  const { service } = useSite().texts;
  return (
    <>
      <PageHead
        page="/service"
        title={service.title}
        description={service.description}
        breadcrumbs={[{ name: service.title, page: "/service" }]}
        data={service.services.items.map(({ title, text }) => ({
          "@type": "Service",
          name: title,
          description: text,
          provider: { "@type": "Organization", name: "Kakehashi" },
        }))}
      />
      <PageHeading title={service.headline} leadText={service.lead} smallTitle={service.title} />
      <PageSection id="services" title={service.services.title}>
        <ul className={styles.services}>
          {service.services.items.map(({ title, text, points }, index) => (
            <li key={title} className={styles.service}>
              <DrawingArt name={serviceDrawings[index] ?? "outsourcing"} className={styles.drawing} />
              <div>
                <h3 className={styles.name}>{title}</h3>
                <p className={styles.text}>{text}</p>
                <ul className={styles.points}>
                  {points.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
              </div>
            </li>
          ))}
        </ul>
      </PageSection>
      <PageSection id="people" title={service.people.title}>
        <dl className={styles.people}>
          {service.people.items.map(({ title, text }) => (
            <div key={title} className={styles.person}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </PageSection>
      <PageSection id="quality" title={service.quality.title}>
        <ul className={styles.quality}>
          {service.quality.items.map(({ title, text }) => (
            <li key={title}>
              <h3 className={styles.ruleTitle}>{title}</h3>
              <p className={styles.text}>{text}</p>
            </li>
          ))}
        </ul>
      </PageSection>
      <ContactInvitation {...service.call} />
    </>
  );
}
