import { data, redirect } from "react-router";
import { ContactPage, ContactReceived } from "../../features/contact/contact-page.tsx";
import {
  createEmptyContactFormState,
  fetchFormToken,
  fetchPlanTitle,
  parseTopic,
  submitContact,
} from "../../features/contact/submit.ts";
import { buildSitePath } from "../../features/site/addresses.ts";
import { getPageVisit, siteLanguageOf } from "../../features/site/load.ts";
import { uncachedPageHandle } from "../../kit/page.ts";
import type { Route } from "./+types/contact.ts";

export const handle = uncachedPageHandle;

export async function loader(loaderArgs: Route.LoaderArgs) {
  const visit = getPageVisit(loaderArgs);
  const { searchParams } = new URL(loaderArgs.request.url);
  const isReceived = searchParams.has("received");
  const form = isReceived ? "" : await fetchFormToken(visit.call);
  const planTitle = await fetchPlanTitle(visit.call, searchParams.get("plan"), siteLanguageOf(visit));
  return {
    received: isReceived,
    initialState: createEmptyContactFormState(parseTopic(searchParams.get("topic")), planTitle, form),
  };
}

export async function action(actionArgs: Route.ActionArgs) {
  const visit = getPageVisit(actionArgs);
  const language = siteLanguageOf(visit);
  if (visit.isFormTooLarge) {
    const initialFormState = createEmptyContactFormState(
      parseTopic(null),
      "",
      await fetchFormToken(visit.call),
    );
    return data({ ...initialFormState, failure: "tooLarge" as const }, { status: 413 });
  }
  const entries = new URLSearchParams(await actionArgs.request.text());
  const refusedForm = await submitContact(visit.call, entries, language);
  if (!refusedForm) throw redirect(`${buildSitePath("/contact", language)}?received`, 303);
  return data(refusedForm.state, { status: refusedForm.status });
}

export default function ContactRoute({ loaderData, actionData }: Route.ComponentProps) {
  return loaderData.received ? (
    <ContactReceived />
  ) : (
    <ContactPage state={actionData ?? loaderData.initialState} />
  );
}
