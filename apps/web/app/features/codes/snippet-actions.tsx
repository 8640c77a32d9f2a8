import { removeCode, type Snippet } from "@kakehashi/contract/codes";
import { IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { Button } from "../../kit/ui/button.tsx";
import { ButtonLink } from "../../kit/ui/button-link.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { offerUndo } from "../../kit/undo.ts";
import { removeCachedSnippet, restoreSnippet } from "./queries.ts";
import styles from "./snippet.module.css";

/** The buttons for a snippet: discuss, edit and delete. */
export function SnippetActions({ snippet, onDiscuss }: { snippet: Snippet; onDiscuss: () => void }) {
  const { t } = useTranslation("codes");
  const navigate = useNavigate();
  const { slug, title, can_edit } = snippet;
  const remove = useMutation({
    mutationFn: () => call(removeCode, { params: { slug } }),
    async onSuccess() {
      await navigate("/codes", { replace: true });
      removeCachedSnippet(slug);
      offerUndo(t("removedToast", { title }), () => restoreSnippet(slug));
    },
  });
  return (
    <span className={styles.headActions}>
      <Button onClick={onDiscuss}>{t("discuss")}</Button>
      {can_edit && (
        <>
          <ButtonLink kind="primary" target={{ page: `/codes/${slug}/edit` }}>
            {t("edit")}
          </ButtonLink>
          <IconButton label={t("remove")} disabled={remove.isPending} onClick={() => remove.mutate()}>
            <IconTrash size={20} stroke={1.8} aria-hidden="true" />
          </IconButton>
        </>
      )}
    </span>
  );
}
