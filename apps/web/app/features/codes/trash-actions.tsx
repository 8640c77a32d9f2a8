import { removeCode, type SnippetListItem } from "@kakehashi/contract/codes";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { toast } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import parts from "./parts.module.css";
import { removeCachedSnippet, restoreSnippet } from "./queries.ts";

/** The buttons of a deleted snippet: restore it, or delete it for good. */
export function TrashActions({ snippet: { slug, title } }: { snippet: SnippetListItem }) {
  const { t } = useTranslation("codes");
  const restoreMutation = useMutation({
    mutationFn: () => restoreSnippet(slug),
    onSuccess: () => toast(t("takenBack", { title })),
  });
  const remove = useMutation({
    mutationFn: () => call(removeCode, { params: { slug }, query: { for_good: "true" } }),
    onSuccess: () => removeCachedSnippet(slug),
  });
  async function confirmAndRemove(): Promise<void> {
    const question = { title: t("removeForGoodTitle", { title }), text: t("removeForGoodText") };
    if (await askToConfirm({ ...question, actionLabel: t("removeForGood"), isDestructive: true }))
      remove.mutate();
  }
  const isBusy = restoreMutation.isPending || remove.isPending;
  return (
    <div className={parts.buttons}>
      <Button disabled={isBusy} onClick={() => void confirmAndRemove()}>
        {t("removeForGood")}
      </Button>
      <Button
        kind="primary"
        disabled={isBusy}
        loading={restoreMutation.isPending}
        onClick={() => restoreMutation.mutate()}
      >
        {t("restore")}
      </Button>
    </div>
  );
}
