import { cancelDeletion } from "@kakehashi/contract/deletion";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { getQueryClient } from "../../kit/query.ts";
import { toast } from "../../kit/toast.ts";
import { accountQuery } from "../auth/session.ts";

export function useCancelDeletion(): { cancelDeletion: () => void; isPending: boolean } {
  const { t } = useTranslation("leaving");
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(cancelDeletion),
    onSuccess: () => {
      getQueryClient().setQueryData(accountQuery.queryKey, (account) =>
        account ? { ...account, deletion_due_at: null } : account,
      );
      toast(t("kept"));
    },
  });
  return { cancelDeletion: () => mutate(), isPending };
}
