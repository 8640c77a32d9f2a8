import { useTranslation } from "react-i18next";
import { Posts } from "../../features/admin/posts.tsx";
import { useAccount } from "../../features/auth/session.ts";
import { SignInPrompt } from "../../features/auth/sign-in-prompt.tsx";
import { loadTexts } from "../../i18n/browser.ts";
import type { PageHandle } from "../../kit/page.ts";
import { PageHeader } from "../../kit/ui/page-header.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import column from "./column.module.css";

export const handle: PageHandle = { title: "workspace:admin" };

export async function clientLoader() {
  await Promise.all([loadTexts("desk"), loadTexts("table")]);
  return null;
}

/** `/blog/select`: no guard of its own, so that everybody is told here whose page it is. */
export default function WrittenPosts() {
  const { t } = useTranslation("desk");
  const account = useAccount();
  if (!account) return <SignInPrompt title={t("posts")} />;
  if (account.role !== "admin")
    return (
      <main className={column.page}>
        <title>{`${t("posts")} · Kakehashi`}</title>
        <EmptyState
          title={t("writersOnly")}
          text={t("writersOnlyText")}
          action={<a href="/blog">{t("readBlog")}</a>}
          heading
        />
      </main>
    );
  return (
    <main className={column.page}>
      <title>{`${t("posts")} · Kakehashi`}</title>
      <PageHeader title={t("posts")} note={t("postsNote")} />
      <div className={column.column} data-wide>
        <Posts />
      </div>
    </main>
  );
}
