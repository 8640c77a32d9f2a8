import {
  createPost,
  deletePost,
  type EditablePost,
  getEditablePost,
  updatePost,
} from "@kakehashi/contract/blog-editing";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { ApiError } from "../../kit/api-error.ts";
import { getQueryClient } from "../../kit/query.ts";
import { toast } from "../../kit/toast.ts";
import { useErrorText } from "../../kit/ui/states.tsx";
import {
  isSamePostDraft,
  newPostDraft,
  type PostDraft,
  postDraftOf,
  postRequestBodyOf,
  readFrontMatterTitle,
  slugFor,
} from "./draft.ts";

/** When the blog post is published. `undefined` leaves this unchanged. Null withdraws the post. */
type PublicationTime = string | null | undefined;
type ToastKey = "saved" | "isNowPublished" | "isNowScheduled" | "isNowDraft";

interface PostToSave {
  draft: PostDraft;
  published_at: PublicationTime;
  /** The version number of the blog post on which the writer's edit is based. */
  version: number | undefined;
  toastKey: ToastKey;
}

const callParamsOf = ({ id }: EditablePost) => ({ params: { id } });

/**
 * The state and the actions of the blog editor: the text, the saved post, and the server's errors. The editor does not
 * use the app's form hook, because it has several actions (save, publish, schedule, withdraw) and shows a preview while
 * the writer types.
 */
export function usePostEditor(openedPost: EditablePost | null, authorName: string) {
  const { t } = useTranslation("desk");
  const errorTextOf = useErrorText();
  const [savedPost, setSavedPost] = useState(openedPost);
  const [draft, setDraft] = useState(() => (openedPost ? postDraftOf(openedPost) : newPostDraft(authorName)));
  const [initialDraft] = useState(draft);
  const [isSlugEdited, setIsSlugEdited] = useState(openedPost !== null);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [postOfOtherWriter, setPostOfOtherWriter] = useState<EditablePost | null>(null);

  const { mutate, isPending: isSaving } = useMutation({
    mutationFn: async ({ draft: sentDraft, published_at, version }: PostToSave) => {
      const publicationFields = published_at === undefined ? {} : { published_at };
      if (!savedPost)
        return (await call(createPost, { body: { ...postRequestBodyOf(sentDraft), ...publicationFields } }))
          .data;
      const body = {
        ...postRequestBodyOf(sentDraft),
        ...publicationFields,
        ...(version !== undefined && { version }),
      };
      return (await call(updatePost, { ...callParamsOf(savedPost), body })).data;
    },
    onSuccess(post, { draft: sentDraft, toastKey }) {
      setSavedPost(post);
      setErrors({});
      setPostOfOtherWriter(null);
      // If the writer has typed while the request was running, keep the newly typed text.
      setDraft((currentDraft) =>
        isSamePostDraft(currentDraft, sentDraft) ? postDraftOf(post) : currentDraft,
      );
      toast(t(toastKey));
      void getQueryClient().invalidateQueries({ queryKey: ["admin", "posts"] });
    },
    async onError(error) {
      if (error instanceof ApiError && error.code === "BLOG.CHANGED" && savedPost) {
        const newerPost = await call(getEditablePost, callParamsOf(savedPost)).catch(() => null);
        if (newerPost) return setPostOfOtherWriter(newerPost.data);
      }
      const fields = error instanceof ApiError ? error.fields : {};
      setErrors(fields);
      toast(Object.keys(fields).length > 0 ? t("notSaved") : errorTextOf(error), "error");
    },
  });

  const { mutate: removePost, isPending: isRemoving } = useMutation({
    mutationFn: async (post: EditablePost) => call(deletePost, callParamsOf(post)),
  });

  function changeDraft(changes: Partial<PostDraft>): void {
    setDraft((currentDraft) => {
      const newDraft = { ...currentDraft, ...changes };
      return isSlugEdited || changes.en === undefined
        ? newDraft
        : { ...newDraft, slug: slugFor(readFrontMatterTitle(changes.en)) };
    });
    if (changes.slug !== undefined) setIsSlugEdited(true);
    setErrors((currentErrors) => {
      const namesOfClearedErrors = Object.keys(changes).flatMap((field) => [field, `source.${field}`]);
      return Object.fromEntries(
        Object.entries(currentErrors).filter(([field]) => !namesOfClearedErrors.includes(field)),
      );
    });
  }

  function savePost(published_at?: PublicationTime, toastKey: ToastKey = "saved"): void {
    if (!isSaving) mutate({ draft, published_at, version: savedPost?.version, toastKey });
  }

  return {
    draft,
    change: changeDraft,
    saved: savedPost,
    errors,
    save: savePost,
    busy: isSaving || isRemoving,
    unsaved: !isSamePostDraft(draft, savedPost ? postDraftOf(savedPost) : initialDraft),
    remove: removePost,
    /**
     * The newer version of the post that another person has saved. It is known only after the server has refused to
     * save an older version.
     */
    postOfOtherWriter,
    keepOwnVersion() {
      if (!postOfOtherWriter) return;
      setSavedPost(postOfOtherWriter);
      mutate({ draft, published_at: undefined, version: postOfOtherWriter.version, toastKey: "saved" });
    },
    takeTheirVersion() {
      if (!postOfOtherWriter) return;
      setSavedPost(postOfOtherWriter);
      setDraft(postDraftOf(postOfOtherWriter));
      setErrors({});
      setPostOfOtherWriter(null);
    },
  };
}
export type PostEditorState = ReturnType<typeof usePostEditor>;
