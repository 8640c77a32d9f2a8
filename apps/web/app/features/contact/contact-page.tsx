import { contactTopics, proofOfWorkBits } from "@kakehashi/contract/contact";
import { use } from "react";
import { Form } from "react-router";
import { PageVisitReactContext } from "../../kit/visit.ts";
import type { SiteLanguage } from "../site/addresses.ts";
import { FirmContacts } from "../site/firm.tsx";
import { PageHead } from "../site/page-head.tsx";
import parts from "../site/parts.module.css";
import { useSite } from "../site/use-site.ts";
import styles from "./contact-page.module.css";
import { sortedCountryNames } from "./countries.ts";
import type { ContactField, ContactFormState } from "./submit.ts";

const maxLengths: Readonly<Record<ContactField, number>> = {
  first_name: 200,
  last_name: 200,
  email: 254,
  phone: 40,
  country: 100,
  // A message has at most 500 characters as people see them, which the server checks. The browser counts code units,
  // and an emoji has several of them, so this number is higher.
  message: 4000,
};

/**
 * Returns the fields of the contact form in their order. In Vietnamese, the field for the family name comes first,
 * because Vietnamese names begin with it.
 */
function listOrderedFields(language: SiteLanguage): readonly ContactField[] {
  const nameFields = ["first_name", "last_name"] as const;
  return [
    ...(language === "vi" ? nameFields.toReversed() : nameFields),
    "email",
    "country",
    "phone",
    "message",
  ];
}

function firstWrongField(state: ContactFormState, language: SiteLanguage): ContactField | undefined {
  return listOrderedFields(language).find((field) => state.errors[field]);
}

interface FieldProps {
  name: ContactField;
  label: string;
  state: ContactFormState;
  hint?: string;
  type?: string;
  autoComplete?: string;
  list?: string;
}

function ContactFormField({ name, label, state, hint, type = "text", autoComplete, list }: FieldProps) {
  const { language } = useSite();
  const id = `field-${name}`;
  const error = state.errors[name];
  const descriptionIds = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  const inputProps = {
    id,
    name,
    required: true,
    maxLength: maxLengths[name],
    defaultValue: state.typedValues[name] ?? "",
    "aria-invalid": error ? true : undefined,
    "aria-describedby": descriptionIds || undefined,
    // Set the focus by the HTML attribute `autoFocus`, because this page runs no script.
    autoFocus: name === firstWrongField(state, language),
  } as const;
  return (
    <div
      className={name === "message" ? styles.wideField : name === "email" ? styles.fullWidth : styles.field}
    >
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {name === "message" ? (
        <textarea {...inputProps} className={styles.input} rows={6} />
      ) : (
        <input {...inputProps} className={styles.input} type={type} autoComplete={autoComplete} list={list} />
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

export function ContactPage({ state }: { state: ContactFormState }) {
  const nonce = use(PageVisitReactContext)?.nonce;
  const { texts, pageAddressOf: to, language, isInWorkspace } = useSite();
  const { contact } = texts;
  const hasFailed = state.failure !== null;
  const firstNameField = (
    <ContactFormField name="first_name" label={contact.firstName} state={state} autoComplete="given-name" />
  );
  const lastNameField = (
    <ContactFormField name="last_name" label={contact.lastName} state={state} autoComplete="family-name" />
  );
  return (
    <>
      <PageHead
        page="/contact"
        title={contact.title}
        description={contact.description}
        breadcrumbs={[{ name: contact.title, page: "/contact" }]}
        isIndexed={!hasFailed}
      />
      <div className={styles.twoColumns}>
        <div>
          <p className={parts.kicker}>{contact.title}</p>
          <h1 className={styles.title}>{contact.headline}</h1>
          <p className={parts.lead}>{contact.lead}</p>
          <h2 className={styles.nextTitle}>{contact.next.title}</h2>
          <ol className={styles.nextSteps}>
            {contact.next.items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ol>
          <FirmContacts />
        </div>
        <Form method="post" action={to("/contact")} className={styles.form} noValidate={hasFailed}>
          {state.failure && (
            <p className={styles.failure} role="alert">
              {contact[state.failure]}
            </p>
          )}
          {state.plan && (
            <p className={styles.plan}>
              {contact.plan} <strong>{state.plan}</strong>
              <input type="hidden" name="plan" value={state.plan} />
            </p>
          )}
          <fieldset className={styles.wideField}>
            <legend className={styles.label}>{contact.topic}</legend>
            <div className={styles.topics}>
              {contactTopics.map((topic) => (
                <label key={topic} className={styles.topic}>
                  <input type="radio" name="topic" value={topic} defaultChecked={topic === state.topic} />
                  {contact.topics[topic]}
                </label>
              ))}
            </div>
          </fieldset>
          {language === "vi" ? lastNameField : firstNameField}
          {language === "vi" ? firstNameField : lastNameField}
          <ContactFormField
            name="email"
            label={contact.email}
            state={state}
            type="email"
            autoComplete="email"
          />
          <ContactFormField
            name="country"
            label={contact.country}
            state={state}
            hint={contact.countryHint}
            autoComplete="country-name"
            list="countries"
          />
          <datalist id="countries">
            {sortedCountryNames(language).map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <ContactFormField
            name="phone"
            label={contact.phone}
            state={state}
            hint={contact.phoneHint}
            type="tel"
            autoComplete="tel"
          />
          <ContactFormField name="message" label={contact.message} state={state} hint={contact.messageHint} />
          <div className={styles.spamTrap} aria-hidden="true">
            <label>
              {contact.website}
              <input type="text" name="website" tabIndex={-1} autoComplete="off" />
            </label>
          </div>
          <input type="hidden" name="form" value={state.formToken} />
          {state.failure === "again" && (
            <>
              <input type="hidden" name="proof" value="" data-bits={proofOfWorkBits} />
              {!isInWorkspace && <script type="module" src="/contact-proof.js" nonce={nonce} />}
            </>
          )}
          <div className={styles.wideField}>
            <button type="submit" className={parts.primary}>
              {contact.send}
            </button>
            <p className={styles.privacy}>
              {contact.privacy} <a href={to("/privacy")}>{contact.privacyLink}</a>
            </p>
          </div>
        </Form>
      </div>
    </>
  );
}

/** Shown after the contact form has been sent. */
export function ContactReceived() {
  const { texts, pageAddressOf: to, isInWorkspace } = useSite();
  const { contact } = texts;
  return (
    <>
      <PageHead page="/contact" title={contact.title} description={contact.description} isIndexed={false} />
      <div className={styles.received} role="status">
        <svg viewBox="0 0 96 96" width="96" height="96" fill="none" aria-hidden="true">
          <circle cx="48" cy="48" r="44" fill="var(--jade-soft)" />
          <path
            d="M30 49l13 13 24-27"
            stroke="var(--jade)"
            strokeWidth="7"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
        <h1 className={styles.title}>{contact.sentTitle}</h1>
        <p className={parts.lead}>{contact.sentText}</p>
        <div className={parts.actions}>
          <a className={parts.plainLink} href={to("/")}>
            {isInWorkspace ? contact.sentHome : contact.sentBack}
          </a>
          <a className={parts.plainLink} href={to("/blog")}>
            {contact.sentRead}
          </a>
        </div>
      </div>
    </>
  );
}
