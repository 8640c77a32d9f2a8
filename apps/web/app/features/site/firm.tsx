import type { FirmInLanguage } from "@kakehashi/contract/firm";
import type { Language } from "@kakehashi/contract/languages";
import styles from "./firm.module.css";
import { PageSection } from "./parts.tsx";
import japanese from "./texts/ja/firm.ts";
import type { SiteTexts } from "./texts/texts.ts";
import { useSite } from "./use-site.ts";

type FirmTexts = SiteTexts["firm"];

/** Returns the parts of the firm's address in the order that is usual in the language. */
function postalAddressLinesOf({ address, city, country }: FirmInLanguage, language: Language): string[] {
  const region = country && new Intl.DisplayNames([language], { type: "region" }).of(country);
  const addressLines = [address, city, region ?? ""].filter(Boolean);
  return language === "ja" ? addressLines.toReversed() : addressLines;
}

/** A section with the firm's people and its postal address. Renders nothing if there are neither. */
export function FirmSection() {
  const { firm, texts, language } = useSite();
  const addressLines = postalAddressLinesOf(firm, language);
  if (firm.people.length === 0 && addressLines.length === 0) return null;
  return (
    <PageSection id="firm" title={texts.firm.title}>
      {firm.people.length > 0 && (
        <ul className={styles.people}>
          {firm.people.map(({ name, role, text, picture }) => (
            <li key={`${name} ${role}`} className={styles.person}>
              {picture ? (
                <img className={styles.face} src={picture} alt="" width={72} height={72} loading="lazy" />
              ) : (
                <span className={styles.face} aria-hidden="true">
                  {[...name][0]}
                </span>
              )}
              <div>
                <h3 className={styles.name}>{name}</h3>
                {role && <p className={styles.role}>{role}</p>}
                {text && <p className={styles.text}>{text}</p>}
              </div>
            </li>
          ))}
        </ul>
      )}
      {addressLines.length > 0 && (
        <div className={styles.addressBlock}>
          <h3 className={styles.name}>{texts.firm.where}</h3>
          <FirmAddress lines={addressLines} mapUrl={firm.map_url} texts={texts.firm} />
        </div>
      )}
    </PageSection>
  );
}

function FirmAddress({
  lines,
  mapUrl,
  texts,
}: {
  lines: readonly string[];
  mapUrl: string;
  texts: FirmTexts;
}) {
  return (
    <>
      {lines.join(", ")}
      {mapUrl && (
        <>
          {" "}
          <a href={mapUrl} rel="noreferrer">
            {texts.map}
          </a>
        </>
      )}
    </>
  );
}

/** The firm's contact details besides the contact form, such as the phone number. Renders nothing if there are none. */
export function FirmContacts({ textLanguage }: { textLanguage?: Language }) {
  const { firm, texts, language: siteLanguage } = useSite();
  const language = textLanguage ?? siteLanguage;
  const firmTexts: FirmTexts = language === "ja" ? japanese : texts.firm;
  const addressLines = postalAddressLinesOf(firm, language);
  const rows = [
    [firmTexts.reply, firm.reply_time],
    [firmTexts.email, firm.email && <a href={`mailto:${firm.email}`}>{firm.email}</a>],
    [firmTexts.phone, firm.phone && <a href={`tel:${firm.phone.replace(/[^+\d]/g, "")}`}>{firm.phone}</a>],
    [
      firmTexts.address,
      addressLines.length > 0 && <FirmAddress lines={addressLines} mapUrl={firm.map_url} texts={firmTexts} />,
    ],
    [firmTexts.registered, firm.registered_name],
    [firmTexts.number, firm.registered_number],
  ] as const;
  const filledRows = rows.filter(([, value]) => value);
  if (filledRows.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {filledRows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * The firm's name, address, phone number and e-mail address in the footer of every page. Renders nothing if there are
 * none.
 */
export function FirmFooterLine() {
  const { firm, language } = useSite();
  const registrationText = [firm.registered_name, firm.registered_number].filter(Boolean).join(" ");
  const addressLine = postalAddressLinesOf(firm, language).join(", ");
  const filledFields = [registrationText, addressLine, firm.phone].filter(Boolean);
  if (filledFields.length === 0 && !firm.email) return null;
  return (
    <address className={styles.addressLine}>
      {filledFields.map((text) => (
        <span key={text}>{text}</span>
      ))}
      {firm.email && <a href={`mailto:${firm.email}`}>{firm.email}</a>}
    </address>
  );
}
