import { getContactMessage } from "@kakehashi/contract/contact";
import { useQuery } from "@tanstack/react-query";
import { ContactMessageView } from "../../features/admin/contact-message.tsx";
import { senderName } from "../../features/admin/contact-words.ts";
import { loadTexts } from "../../i18n/browser.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import type { PageHandle } from "../../kit/page.ts";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { Page } from "../../kit/ui/page.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import type { Route } from "./+types/contact-message.ts";

export const handle: PageHandle = { title: "workspace:admin" };

export async function clientLoader() {
  await loadTexts("desk");
  return null;
}

/** The page of one contact message. The mail about the message links to it. */
export default function ContactMessagePage({ params: { id } }: Route.ComponentProps) {
  const { t } = useTranslation("desk");
  const query = useQuery({
    queryKey: ["admin", "contact", id],
    queryFn: async ({ signal }) => (await call(getContactMessage, { params: { id }, signal })).data,
  });
  const { data } = query;
  const title = data ? t("contactTitle", { name: senderName(data) }) : t("message");
  const missingState = <EmptyState title={t("contactMissing")} text={t("contactMissingText")} />;
  return (
    <Page title={title} backLink={{ to: "/admin/contacts", label: t("back") }}>
      <LoadedContent query={query} rows={4} missingState={missingState}>
        {(message) => <ContactMessageView message={message} />}
      </LoadedContent>
    </Page>
  );
}
