import type { ReactNode } from "react";
import { DrawingArt, type DrawingName } from "./art.tsx";
import { FirmSection } from "./firm.tsx";
import styles from "./home.module.css";
import type { RedirectNotice } from "./notice.ts";
import { PageHead } from "./page-head.tsx";
import parts from "./parts.module.css";
import { ContactInvitation, PageSection } from "./parts.tsx";
import { SiteScreenshot } from "./shot.tsx";
import { ProjectSteps } from "./steps.tsx";
import { useSite } from "./use-site.ts";
import { TranslationExample } from "./words.tsx";

const serviceDrawings: readonly DrawingName[] = [
  "outsourcing",
  "consulting",
  "cloud",
  "transformation",
  "automation",
];
const screenshotNames: readonly DrawingName[] = ["tracker", "booking", "jobs"];

/**
 * The public start page. `notice` says why the reader was redirected to it. `posts` are the newest posts of the blog.
 */
export function HomePage({ posts, notice }: { posts: ReactNode; notice: RedirectNotice | null }) {
  const { texts, pageAddressOf: to, publicUrl, language } = useSite();
  const { home, frame } = texts;
  return (
    <>
      <PageHead
        page="/"
        title={home.title}
        description={home.description}
        data={[
          {
            "@type": "WebSite",
            name: frame.name,
            url: `${publicUrl}${to("/")}`,
            inLanguage: language,
            publisher: { "@id": `${publicUrl}/#organization` },
          },
        ]}
      />
      {notice && (
        <p className={styles.notice} role="status" lang={notice.textLanguage}>
          {notice.text}
        </p>
      )}
      <div className={styles.hero}>
        <div>
          <p className={parts.kicker}>{home.kicker}</p>
          <h1 className={styles.headline}>
            {home.headline.map((line) => (
              <span key={line}>{line} </span>
            ))}
          </h1>
          <p className={parts.lead}>{home.lead}</p>
          <div className={parts.actions}>
            <a className={parts.primary} href={`${to("/contact")}?topic=consultant`}>
              {frame.consultant}
            </a>
            <a className={parts.plainLink} href="#steps">
              {home.seeHow}
            </a>
          </div>
        </div>
        <SiteScreenshot name="room" isFirstOnPage />
      </div>

      <PageSection id="what" title={home.what.title} leadText={home.what.lead}>
        <ul className={styles.services}>
          {home.what.items.map(({ title, text }, index) => (
            <li key={title} className={styles.service}>
              <DrawingArt name={serviceDrawings[index] ?? "outsourcing"} className={styles.drawing} />
              <h3 className={styles.name}>{title}</h3>
              <p className={styles.text}>{text}</p>
            </li>
          ))}
        </ul>
      </PageSection>

      <TranslationExample />
      <ProjectSteps />

      <PageSection id="products" title={home.products.title} leadText={home.products.lead}>
        <ul className={styles.products}>
          {home.products.items.map(({ title, text }, index) => (
            <li key={title}>
              <DrawingArt name={screenshotNames[index] ?? "tracker"} className={styles.product} />
              <h3 className={styles.name}>{title}</h3>
              <p className={styles.text}>{text}</p>
            </li>
          ))}
        </ul>
      </PageSection>

      <section className={parts.section} aria-labelledby="figures">
        <h2 id="figures" className="visually-hidden">
          {home.figures.title}
        </h2>
        <dl className={styles.figures}>
          {home.figures.items.map(({ value, text }) => (
            <div key={value} className={styles.figure}>
              <dt className={styles.figureText}>{text}</dt>
              <dd className={styles.value}>{value}</dd>
            </div>
          ))}
        </dl>
      </section>

      <FirmSection />

      {posts && (
        <PageSection id="blog" title={home.blog.title}>
          {posts}
          <p className={styles.moreLink}>
            <a href={to("/blog")}>{home.blog.all}</a>
          </p>
        </PageSection>
      )}
      <ContactInvitation {...home.call} />
    </>
  );
}
