import type { Language } from "@kakehashi/contract/languages";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { buildSitePath, pageLanguagesOf } from "./addresses.ts";
import table from "./cookies.module.css";
import { CookieTable } from "./cookies.tsx";
import { FirmContacts } from "./firm.tsx";
import { PageHead } from "./page-head.tsx";
import { PageHeading, PageSection } from "./parts.tsx";
import styles from "./privacy.module.css";
import en from "./texts/en/privacy.ts";
import jaCookies from "./texts/ja/cookies.ts";
import ja from "./texts/ja/privacy.ts";
import type { TranslationOf } from "./texts/shape.ts";
import { siteTextsIn } from "./texts/texts.ts";
import vi from "./texts/vi/privacy.ts";
import { useReaderLanguage, useSite } from "./use-site.ts";

type PrivacyTexts = TranslationOf<typeof en>;
const privacyTexts: Readonly<Record<Language, PrivacyTexts>> = { en, vi, ja };

const privacyPath = "/privacy";

/** The privacy policy. It is the only public page that exists in Japanese as well. */
export function PrivacyPage() {
  const { pageAddressOf: to } = useSite();
  const language = useReaderLanguage();
  const policyTexts = privacyTexts[language];
  const { keeping, ask } = policyTexts;
  return (
    <div lang={language}>
      <PageHead
        page={privacyPath}
        title={policyTexts.title}
        description={policyTexts.description}
        breadcrumbs={[{ name: policyTexts.title, page: privacyPath }]}
        textLanguage={language}
      />
      <PageHeading title={policyTexts.headline} leadText={policyTexts.lead}>
        <nav className={styles.languages} aria-label={policyTexts.languages}>
          {pageLanguagesOf(privacyPath)
            .filter((otherLanguage) => otherLanguage !== language)
            .map((otherLanguage) => (
              <a
                key={otherLanguage}
                href={buildSitePath(privacyPath, otherLanguage)}
                hrefLang={otherLanguage}
                lang={otherLanguage}
              >
                {nativeLanguageNames[otherLanguage]}
              </a>
            ))}
        </nav>
      </PageHeading>
      {policyTexts.sections.map((section) => (
        <PointList key={section.id} {...section} />
      ))}
      <PageSection id={keeping.id} title={keeping.title}>
        <div className={table.table}>
          <table>
            <thead>
              <tr>
                <th scope="col">{keeping.what}</th>
                <th scope="col">{keeping.time}</th>
              </tr>
            </thead>
            <tbody>
              {keeping.rows.map(([dataKind, time]) => (
                <tr key={dataKind}>
                  <th scope="row">{dataKind}</th>
                  <td data-label={keeping.time}>{time}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </PageSection>
      {policyTexts.after.map((section) => (
        <PointList key={section.id} {...section} />
      ))}
      <PageSection id="cookies" title={policyTexts.cookiesTitle} leadText={policyTexts.cookiesText}>
        <CookieTable cookies={language === "ja" ? jaCookies : siteTextsIn(language).cookies} />
        <p className={table.text}>
          <a href={buildSitePath("/cookies", language)}>{policyTexts.cookies}</a>
        </p>
      </PageSection>
      <PageSection id={ask.id} title={ask.title} leadText={ask.text}>
        <FirmContacts textLanguage={language} />
        <p className={table.text}>
          <a href={to("/contact")}>{ask.form}</a>
        </p>
      </PageSection>
    </div>
  );
}

function PointList({ id, title, points }: { id: string; title: string; points: readonly string[] }) {
  return (
    <PageSection id={id} title={title}>
      <ul className={styles.points}>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </PageSection>
  );
}
