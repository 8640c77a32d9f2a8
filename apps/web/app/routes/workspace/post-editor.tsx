import { getEditablePost } from "@kakehashi/contract/blog-editing";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { Link, useNavigate } from "react-router";
import { useAccount } from "../../features/auth/session.ts";
import { PostEditor } from "../../features/blog/editor.tsx";
import { loadTexts } from "../../i18n/browser.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { getQueryClient } from "../../kit/query.ts";
import { toast } from "../../kit/toast.ts";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { stayingInEditorState } from "../../kit/ui/use-leave-warning.ts";
import type { Route } from "./+types/post-editor.ts";
import type { WorkspaceHandle } from "./layout.tsx";

export const handle: WorkspaceHandle = { fillsNarrowScreen: true, title: "workspace:admin" };

export async function clientLoader() {
  await loadTexts("desk");
  return null;
}

export default function PostEditorPage({ params: { id } }: Route.ComponentProps) {
  const { t } = useTranslation("desk");
  const account = useAccount();
  const navigate = useNavigate();
  // Remember the id of a post that was created on this page, so that its editor stays open.
  const [createdPostId, setCreatedPostId] = useState<string | null>(null);
  const isNew = id === "new" || id === createdPostId;
  const query = useQuery({
    queryKey: ["admin", "post", id],
    queryFn: async ({ signal }) => (await call(getEditablePost, { params: { id }, signal })).data,
    enabled: !isNew,
    // Do not refetch while somebody edits. Conflicts are detected when saving.
    staleTime: "static",
    gcTime: 0,
  });
  const onCreated = useCallback(
    (newId: string) => {
      setCreatedPostId(newId);
      void navigate(`/admin/posts/${newId}`, { replace: true, state: stayingInEditorState });
    },
    [navigate],
  );
  const onDeleted = useCallback(() => {
    toast(t("removed"));
    void getQueryClient().invalidateQueries({ queryKey: ["admin", "posts"] });
    void navigate("/admin/posts", { replace: true });
  }, [navigate, t]);

  const missingState = (
    <main>
      <EmptyState title={t("postMissing")} action={<Link to="/admin/posts">{t("back")}</Link>} isHeading />
    </main>
  );
  return (
    <LoadedContent
      query={isNew ? { ...query, data: null, error: null } : query}
      rows={6}
      missingState={missingState}
    >
      {(post) => (
        <PostEditor
          key={isNew ? "new" : id}
          post={post}
          authorName={account?.name ?? ""}
          onCreated={onCreated}
          onDeleted={onDeleted}
        />
      )}
    </LoadedContent>
  );
}
