import { removeCode, type Snippet } from "@kakehashi/contract/codes";
import { IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { call } from "../../kit/api.ts";
import { toast } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { ButtonLink } from "../../kit/ui/button-link.tsx";
import { confirm } from "../../kit/ui/confirm.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { forgetSnippet } from "./queries.ts";
import styles from "./snippet.module.css";

/** What the reader may do with a snippet: talk about it, edit it, delete it. */
export function SnippetActions({ snippet, onDiscuss }: { snippet: Snippet; onDiscuss: () => void }) {
  const { t } = useTranslation("codes");
  const navigate = useNavigate();
  const { slug, title, can_edit } = snippet;
  const remove = useMutation({
    mutationFn: () => call(removeCode, { params: { slug } }),
    async onSuccess() {
      toast(t("removedToast"));
      await navigate("/codes", { replace: true });
      forgetSnippet(slug);
    },
  });
  async function askAndRemove(): Promise<void> {
    const question = t("removeTitle", { title });
    if (await confirm({ title: question, text: t("removeText"), action: t("removeNow"), danger: true }))
      remove.mutate();
  }
  return (
    <span className={styles.headActions}>
      <Button onClick={onDiscuss}>{t("discuss")}</Button>
      {can_edit && (
        <>
          <ButtonLink kind="primary" target={{ page: `/codes/${slug}/edit` }}>
            {t("edit")}
          </ButtonLink>
          <IconButton label={t("remove")} disabled={remove.isPending} onClick={() => void askAndRemove()}>
            <IconTrash size={20} stroke={1.8} aria-hidden="true" />
          </IconButton>
        </>
      )}
    </span>
  );
}
