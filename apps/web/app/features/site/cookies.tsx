import styles from "./cookies.module.css";
import { PageHead } from "./page-head.tsx";
import { PageHeading, PageSection } from "./parts.tsx";
import type { CookieTableTexts } from "./texts/texts.ts";
import { useSite } from "./use-site.ts";

export function CookiesPage() {
  const { cookies } = useSite().texts;
  return (
    <>
      <PageHead
        page="/cookies"
        title={cookies.title}
        description={cookies.description}
        breadcrumbs={[{ name: cookies.title, page: "/cookies" }]}
      />
      <PageHeading title={cookies.headline} leadText={cookies.lead} />
      <PageSection id="list" title={cookies.tableTitle}>
        <CookieTable cookies={cookies} />
      </PageSection>
      <PageSection id="rest" title={cookies.restTitle}>
        {cookies.rest.map((text) => (
          <p key={text} className={styles.text}>
            {text}
          </p>
        ))}
      </PageSection>
      <PageSection id="manage" title={cookies.manageTitle}>
        <p className={styles.text}>{cookies.manage}</p>
      </PageSection>
    </>
  );
}

/** A table of all cookies that the site sets. */
export function CookieTable({ cookies }: { cookies: CookieTableTexts }) {
  return (
    <div className={styles.table}>
      <table>
        <thead>
          <tr>
            <th scope="col">{cookies.name}</th>
            <th scope="col">{cookies.purpose}</th>
            <th scope="col">{cookies.when}</th>
            <th scope="col">{cookies.life}</th>
          </tr>
        </thead>
        <tbody>
          {cookies.rows.map(({ name, purpose, when, life }) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td data-label={cookies.purpose}>{purpose}</td>
              <td data-label={cookies.when}>{when}</td>
              <td data-label={cookies.life}>{life}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
