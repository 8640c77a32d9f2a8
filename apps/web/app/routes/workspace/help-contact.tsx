import type { CallArguments, Endpoint } from "@kakehashi/contract/kit/endpoint";
import type { ApiCallOutcome, EndpointCaller } from "@kakehashi/contract/kit/outcome";
import { isLanguage } from "@kakehashi/contract/languages";
import { useEffect } from "react";
import { redirect } from "react-router";
import { ContactPage, ContactReceived } from "../../features/contact/contact-page.tsx";
import {
  createEmptyContactFormState,
  fetchFormToken,
  fetchPlanTitle,
  parseTopic,
  submitContact,
} from "../../features/contact/submit.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { ApiError } from "../../kit/api-error.ts";
import { toast } from "../../kit/toast.ts";
import type { Route } from "./+types/help-contact.ts";

// The cast is necessary: TypeScript cannot compare `call` with `EndpointCaller`, because both derive the type of the
// response from the endpoint.
const untypedCall = call as (endpoint: Endpoint, request: object) => Promise<object>;

/**
 * Calls the API for the contact form of the public site. The form expects errors as return values and not as
 * exceptions.
 */
const callForContactForm: EndpointCaller = async <E extends Endpoint>(
  endpoint: E,
  request: CallArguments<E>,
) => {
  try {
    return { ok: true, ...(await untypedCall(endpoint, request)) } as ApiCallOutcome<E>;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, code, message, fields } = error;
    return { ok: false, status, error: { code, message, fields } };
  }
};

function readPageLanguage() {
  const { lang } = document.documentElement;
  return isLanguage(lang) ? lang : "en";
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url);
  const isReceived = searchParams.has("received");
  const language = readPageLanguage() === "vi" ? "vi" : "en";
  const [form, planTitle] = isReceived
    ? ["", ""]
    : await Promise.all([
        fetchFormToken(callForContactForm),
        fetchPlanTitle(callForContactForm, searchParams.get("plan"), language),
      ]);
  return {
    received: isReceived,
    initialState: createEmptyContactFormState(parseTopic(searchParams.get("topic")), planTitle, form),
  };
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const failedSubmission = await submitContact(
    callForContactForm,
    new URLSearchParams(await request.text()),
    readPageLanguage(),
  );
  if (!failedSubmission) throw redirect("/help/contact?received");
  return { state: failedSubmission.state, attempt: crypto.randomUUID() };
}

export default function HelpContact({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const proofAttempt = actionData?.state.failure === "again" ? actionData.attempt : null;
  useEffect(() => {
    // Load the script with `import`, because browsers do not run a `<script>` element that React renders. The URL
    // contains the number of the attempt, so that the browser runs the script again for each attempt.
    if (proofAttempt)
      import(/* @vite-ignore */ `/contact-proof.js?${proofAttempt}`).catch(() =>
        toast(t("offlineText"), "error"),
      );
  }, [proofAttempt, t]);
  if (loaderData.received) return <ContactReceived />;
  // The key changes with each attempt. So React creates the form again, and its first invalid field gets the focus.
  return <ContactPage key={actionData?.attempt} state={actionData?.state ?? loaderData.initialState} />;
}
