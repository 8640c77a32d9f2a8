import type { Language } from "@kakehashi/contract/languages";
import { languageNames } from "../../i18n/texts.ts";
import { languagesOf, siteAddress } from "./addresses.ts";
import table from "./cookies.module.css";
import { CookieTable } from "./cookies.tsx";
import { FirmReach } from "./firm.tsx";
import { PageHead } from "./page-head.tsx";
import { Opening, Section } from "./parts.tsx";
import styles from "./privacy.module.css";
import en from "./texts/en/privacy.ts";
import jaCookies from "./texts/ja/cookies.ts";
import ja from "./texts/ja/privacy.ts";
import { type Shape, siteTexts } from "./texts/texts.ts";
import vi from "./texts/vi/privacy.ts";
import { useReaderLanguage, useSite } from "./use-site.ts";

type Texts = Shape<typeof en>;
const texts: Readonly<Record<Language, Texts>> = { en, vi, ja };

const page = "/privacy";

/** The privacy policy. The only public page that also exists in Japanese. */
export function PrivacyPage() {
  const { to } = useSite();
  const language = useReaderLanguage();
  const privacy = texts[language];
  const { keeping, ask } = privacy;
  return (
    <div lang={language}>
      <PageHead
        page={page}
        title={privacy.title}
        description={privacy.description}
        trail={[{ name: privacy.title, page }]}
        written={language}
      />
      <Opening title={privacy.headline} lead={privacy.lead}>
        <nav className={styles.languages} aria-label={privacy.languages}>
          {languagesOf(page)
            .filter((other) => other !== language)
            .map((other) => (
              <a key={other} href={siteAddress(page, other)} hrefLang={other} lang={other}>
                {languageNames[other]}
              </a>
            ))}
        </nav>
      </Opening>
      {privacy.sections.map((section) => (
        <Points key={section.id} {...section} />
      ))}
      <Section id={keeping.id} title={keeping.title}>
        <div className={table.table}>
          <table>
            <thead>
              <tr>
                <th scope="col">{keeping.what}</th>
                <th scope="col">{keeping.time}</th>
              </tr>
            </thead>
            <tbody>
              {keeping.rows.map(([what, time]) => (
                <tr key={what}>
                  <th scope="row">{what}</th>
                  <td data-label={keeping.time}>{time}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Section>
      {privacy.after.map((section) => (
        <Points key={section.id} {...section} />
      ))}
      <Section id="cookies" title={privacy.cookiesTitle} lead={privacy.cookiesText}>
        <CookieTable words={language === "ja" ? jaCookies : siteTexts(language).cookies} />
        <p className={table.text}>
          <a href={siteAddress("/cookies", language)}>{privacy.cookies}</a>
        </p>
      </Section>
      <Section id={ask.id} title={ask.title} lead={ask.text}>
        <FirmReach written={language} />
        <p className={table.text}>
          <a href={to("/contact")}>{ask.form}</a>
        </p>
      </Section>
    </div>
  );
}

function Points({ id, title, points }: { id: string; title: string; points: readonly string[] }) {
  return (
    <Section id={id} title={title}>
      <ul className={styles.points}>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </Section>
  );
}
