import { postCovers } from "@kakehashi/contract/blog-editing";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import { PostCover } from "../site/art.tsx";
import styles from "./editor.module.css";
import { PublicationActions } from "./publication.tsx";
import type { PostEditorState } from "./use-editor.ts";

/** A pane with everything about a blog post except its text, such as its address. */
export function PostDetails({ editor, onRemoved }: { editor: PostEditorState; onRemoved: () => void }) {
  const { t } = useTranslation("desk");
  const { draft, change, errors, saved, remove, busy } = editor;
  const hasAddressChanged = saved !== null && saved.state !== "DRAFT" && saved.slug !== draft.slug;
  /** The topic of the blog post. It is in the front matter (the settings at the beginning) of the English text. */
  const topic = /^topic:(.*)$/m.exec(draft.en)?.[1]?.trim() ?? "";
  return (
    <div className={styles.details}>
      <PublicationActions key={saved?.version} editor={editor} />
      <TextField
        label={t("slug")}
        description={
          <>
            {t("slugHint", { slug: draft.slug })} {hasAddressChanged && t("slugKept")}
          </>
        }
        value={draft.slug}
        maxLength={120}
        spellCheck={false}
        autoCapitalize="none"
        error={errors.slug}
        onChange={({ currentTarget }) => change({ slug: currentTarget.value })}
      />
      <TextField
        label={t("author")}
        value={draft.author}
        maxLength={200}
        error={errors.author}
        onChange={({ currentTarget }) => change({ author: currentTarget.value })}
      />
      <fieldset className={styles.covers}>
        <legend className={styles.label}>{t("cover")}</legend>
        {postCovers.map((cover) => (
          <label key={cover} className={styles.cover} data-tip={t(`cover_${cover}`)}>
            <input
              type="radio"
              name="cover"
              className="visually-hidden"
              checked={draft.cover === cover}
              onChange={() => change({ cover })}
            />
            <span className="visually-hidden">{t(`cover_${cover}`)}</span>
            <PostCover post={{ cover, slug: draft.slug, topic }} className={styles.drawing} />
          </label>
        ))}
      </fieldset>
      {saved && (
        <Button
          disabled={busy}
          onClick={async () => {
            const question = {
              title: t("removePost"),
              text: t("removePostText"),
              actionLabel: t("remove"),
              isDestructive: true,
            };
            if (await askToConfirm(question)) remove(saved, { onSuccess: onRemoved });
          }}
        >
          {t("removePost")}
        </Button>
      )}
    </div>
  );
}
