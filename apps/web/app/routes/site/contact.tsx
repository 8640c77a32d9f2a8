import { data, redirect } from "react-router";
import { ContactPage, ContactReceived } from "../../features/contact/contact-page.tsx";
import { freshState, newForm, planTitle, readTopic, submitContact } from "../../features/contact/submit.ts";
import { siteAddress } from "../../features/site/addresses.ts";
import { languageOf, visitOf } from "../../features/site/load.ts";
import { ownPage } from "../../kit/page.ts";
import type { Route } from "./+types/contact.ts";

export const handle = ownPage;

export async function loader(given: Route.LoaderArgs) {
  const visit = visitOf(given);
  const { searchParams } = new URL(given.request.url);
  const received = searchParams.has("received");
  const form = received ? "" : await newForm(visit.call);
  const plan = await planTitle(visit.call, searchParams.get("plan"), languageOf(visit));
  return { received, fresh: freshState(readTopic(searchParams.get("topic")), plan, form) };
}

export async function action(given: Route.ActionArgs) {
  const visit = visitOf(given);
  const language = languageOf(visit);
  if (visit.formTooLarge) {
    const fresh = freshState(readTopic(null), "", await newForm(visit.call));
    return data({ ...fresh, failure: "tooLarge" as const }, { status: 413 });
  }
  const entries = new URLSearchParams(await given.request.text());
  const refused = await submitContact(visit.call, entries, language);
  if (!refused) throw redirect(`${siteAddress("/contact", language)}?received`, 303);
  return data(refused.state, { status: refused.status });
}

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  return loaderData.received ? <ContactReceived /> : <ContactPage state={actionData ?? loaderData.fresh} />;
}
