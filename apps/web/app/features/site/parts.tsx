import type { ReactNode } from "react";
import callStyles from "./call.module.css";
import styles from "./parts.module.css";
import { useSite } from "./use-site.ts";

/**
 * The top of most public pages: the title and a text below it. The start page, the contact page and blog posts have
 * their own.
 */
export function PageHeading({
  title,
  leadText,
  smallTitle,
  children,
}: {
  title: string;
  leadText: string;
  smallTitle?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={styles.pageTop}>
      {smallTitle && <p className={styles.kicker}>{smallTitle}</p>}
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.lead}>{leadText}</p>
      {children}
    </div>
  );
}

/** A section of a public page, with a heading. */
export function PageSection({
  id,
  title,
  leadText,
  children,
}: {
  id: string;
  title: string;
  leadText?: string;
  children: ReactNode;
}) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      {leadText && <p className={styles.lead}>{leadText}</p>}
      {children}
    </section>
  );
}

/** An invitation at the end of a page to contact a consultant. */
export function ContactInvitation({ title, text }: { title: string; text: string }) {
  const { texts, pageAddressOf: to } = useSite();
  return (
    <section className={styles.section} aria-labelledby="call">
      <div className={callStyles.panel}>
        <svg className={callStyles.art} viewBox="0 0 480 240" fill="none" aria-hidden="true">
          <path
            d="M120 40v220M360 40v220"
            stroke="currentColor"
            strokeOpacity="0.16"
            strokeWidth="30"
            strokeLinecap="round"
          />
          <path
            d="M-20 190C110 10 370 10 500 190"
            stroke="var(--accent)"
            strokeWidth="30"
            strokeLinecap="round"
          />
        </svg>
        <div className={callStyles.callText}>
          <h2 id="call" className={styles.heading}>
            {title}
          </h2>
          <p className={callStyles.text}>{text}</p>
          <a className={callStyles.button} href={`${to("/contact")}?topic=consultant`}>
            {texts.frame.consultant}
          </a>
        </div>
      </div>
    </section>
  );
}

/** The search text for the blog is cut to this many characters. */
export const maxBlogSearchLength = 100;

/** The search field for blog articles. It works without scripts. */
export function BlogSearch({ query = "" }: { query?: string }) {
  const { texts, pageAddressOf: to } = useSite();
  const { blog } = texts;
  return (
    <search>
      <form className={styles.search} action={to("/blog")}>
        <label className={styles.searchLabel} htmlFor="article-search">
          {blog.search}
        </label>
        <input
          id="article-search"
          className={styles.searchField}
          type="text"
          name="q"
          defaultValue={query}
          maxLength={maxBlogSearchLength}
          enterKeyHint="search"
          autoComplete="off"
        />
        <button type="submit" className={styles.searchButton}>
          {blog.searchAction}
        </button>
      </form>
    </search>
  );
}
