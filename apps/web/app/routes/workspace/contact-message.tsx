import { getContact } from "@kakehashi/contract/contact";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Message } from "../../features/admin/contact-message.tsx";
import { senderName } from "../../features/admin/contact-words.ts";
import { loadTexts } from "../../i18n/browser.ts";
import { call } from "../../kit/api.ts";
import { ApiError } from "../../kit/api-error.ts";
import type { PageHandle } from "../../kit/page.ts";
import { BackLink } from "../../kit/ui/back-link.tsx";
import { PageHeader } from "../../kit/ui/page-header.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { EmptyState, FailedState } from "../../kit/ui/states.tsx";
import type { Route } from "./+types/contact-message.ts";
import column from "./column.module.css";

export const handle: PageHandle = { title: "workspace:admin" };

export async function clientLoader() {
  await loadTexts("desk");
  return null;
}

/** Where the mail about a new message leads. */
export default function ContactMessagePage({ params: { id } }: Route.ComponentProps) {
  const { t } = useTranslation(["desk", "common"]);
  const { data, error, refetch } = useQuery({
    queryKey: ["admin", "contact", id],
    queryFn: async ({ signal }) => (await call(getContact, { params: { id }, signal })).data,
  });
  const missing = error instanceof ApiError && error.status === 404;
  const title = data ? t("contactTitle", { name: senderName(data) }) : t("message");
  return (
    <main className={column.page}>
      <title>{`${title} · Kakehashi`}</title>
      <PageHeader title={title} before={<BackLink to="/admin/contacts" label={t("back")} />} />
      <div className={column.column}>
        {missing ? (
          <EmptyState title={t("contactMissing")} text={t("contactMissingText")} />
        ) : error && !data ? (
          <FailedState error={error} retry={refetch} />
        ) : data ? (
          <Message message={data} />
        ) : (
          <SkeletonRows count={4} label={t("common:loading")} />
        )}
      </div>
    </main>
  );
}
