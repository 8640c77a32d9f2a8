import { PostsAdmin } from "../../features/admin/posts.tsx";
import { useAccount } from "../../features/auth/session.ts";
import { SignInPrompt } from "../../features/auth/sign-in-prompt.tsx";
import { loadTexts } from "../../i18n/browser.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import type { PageHandle } from "../../kit/page.ts";
import { Page } from "../../kit/ui/page.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";

export const handle: PageHandle = { title: "workspace:admin" };

export async function clientLoader() {
  await Promise.all([loadTexts("desk"), loadTexts("table")]);
  return null;
}

/**
 * The route `/blog/select` has no guard, because the page itself tells people who are not admins that it is only for
 * admins.
 */
export default function WrittenPostsPage() {
  const { t } = useTranslation("desk");
  const account = useAccount();
  if (!account) return <SignInPrompt title={t("posts")} />;
  if (account.role !== "admin")
    return (
      <Page title={t("posts")} heading={null} width="own">
        <EmptyState
          title={t("writersOnly")}
          text={t("writersOnlyText")}
          action={<a href="/blog">{t("readBlog")}</a>}
          isHeading
        />
      </Page>
    );
  return (
    <Page title={t("posts")} note={t("postsNote")} width="wide">
      <PostsAdmin />
    </Page>
  );
}
