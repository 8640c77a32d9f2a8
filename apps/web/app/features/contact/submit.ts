import { contactTopics, getContactForm, sendContact } from "@kakehashi/contract/contact";
import type { EndpointCaller } from "@kakehashi/contract/kit/outcome";
import { validationTexts } from "@kakehashi/contract/kit/validation-texts";
import type { Language } from "@kakehashi/contract/languages";
import { listPublicPricePlans } from "@kakehashi/contract/plans";
import type { SiteLanguage } from "../site/addresses.ts";
import { findCountryCode } from "./countries.ts";

export const contactFields = ["first_name", "last_name", "email", "phone", "country", "message"] as const;
export type ContactField = (typeof contactFields)[number];
export type ContactTopic = (typeof contactTopics)[number];

/**
 * The state of the contact form: the typed values and the errors. The page shows them after the server has refused the
 * form.
 */
export interface ContactFormState {
  topic: ContactTopic;
  /** The title of the price plan that the sender asks about. Empty for none. */
  plan: string;
  typedValues: Readonly<Partial<Record<ContactField, string>>>;
  errors: Readonly<Partial<Record<ContactField, string>>>;
  /** The text key of the error for the whole form. Null if there is no error. */
  failure: "failed" | "again" | "tooMany" | "tooLarge" | "unavailable" | null;
  /** A token from the server that the form sends back. The server uses it to recognise spam. */
  formToken: string;
}

/** Returns the state of a contact form that has not been filled in. */
export function createEmptyContactFormState(
  topic: ContactTopic,
  plan: string,
  formToken: string,
): ContactFormState {
  return { topic, plan, typedValues: {}, errors: {}, failure: null, formToken };
}

/** Reads the topic of a contact message from an address or a form. An unknown topic becomes "other". */
export function parseTopic(value: unknown): ContactTopic {
  return contactTopics.find((topic) => topic === value) ?? "other";
}

/** Returns the title of a price plan in a language. Empty if there is no such plan. */
export async function fetchPlanTitle(
  callApi: EndpointCaller,
  id: string | null,
  language: SiteLanguage,
): Promise<string> {
  if (!id) return "";
  const plans = await callApi(listPublicPricePlans, { query: { language } });
  return (plans.ok && plans.data.find((plan) => plan.id === id)?.title) || "";
}

export async function fetchFormToken(callApi: EndpointCaller, isRetry = false): Promise<string> {
  const response = await callApi(getContactForm, { query: isRetry ? { again: "true" } : {} });
  return response.ok ? response.data.form : "";
}

/**
 * Sends the contact form. Returns null on success. Otherwise returns the state of the refused form, and the HTTP
 * status.
 */
export async function submitContact(
  callApi: EndpointCaller,
  formEntries: URLSearchParams,
  language: Language,
): Promise<{ state: ContactFormState; status: number } | null> {
  const typedValues = Object.fromEntries(
    contactFields.map((field) => [field, formEntries.get(field) ?? ""]),
  ) as Record<ContactField, string>;
  const topic = parseTopic(formEntries.get("topic"));
  const plan = formEntries.get("plan") ?? "";
  const form = formEntries.get("form") ?? "";
  const proof = formEntries.get("proof");
  const response = await callApi(sendContact, {
    body: {
      ...typedValues,
      // If the country is unknown, send a value that the server refuses. The server then reports this error together
      // with the errors of other fields.
      country: typedValues.country.trim() === "" ? "" : (findCountryCode(typedValues.country) ?? "??"),
      topic,
      plan,
      language,
      website: formEntries.get("website") ?? "",
      form,
      ...(proof ? { proof } : {}),
    },
  });
  if (response.ok) return null;
  const { status, error } = response;
  const isProofMissing = error.code === "CONTACT.PROOF";
  const failure = isProofMissing
    ? "again"
    : status === 422
      ? "failed"
      : status === 429
        ? "tooMany"
        : "unavailable";
  const errors: Partial<Record<ContactField, string>> = {};
  for (const field of contactFields) {
    const text = error.fields?.[field];
    if (text) errors[field] = typedValues[field].trim() === "" ? validationTexts.required[language] : text;
  }
  // If the server has refused the form, keep the form's token. It contains the time when the form was first shown, and
  // the spam filter checks this time.
  const formToken = isProofMissing || form === "" ? await fetchFormToken(callApi, isProofMissing) : form;
  return { status, state: { topic, plan, typedValues, errors, failure, formToken } };
}
