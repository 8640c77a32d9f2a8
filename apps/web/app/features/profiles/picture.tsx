import { setAvatar } from "@kakehashi/contract/profiles";
import type { Account } from "@kakehashi/contract/users";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { getQueryClient } from "../../kit/query.ts";
import { toast } from "../../kit/toast.ts";
import { Avatar } from "../../kit/ui/avatar.tsx";
import { ChoosePicture } from "./choose-picture.tsx";

/** The person's picture, with a button to change it. */
export function ProfilePicture({ account, error }: { account: Account; error?: string | undefined }) {
  const { t } = useTranslation("profileForm");
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (body: Blob) => call(setAvatar, { body }),
    onSuccess: async () => {
      await getQueryClient().invalidateQueries({ queryKey: ["account"] });
      await getQueryClient().invalidateQueries({ queryKey: ["person", account.id] });
      toast(t("saved"));
    },
  });
  return (
    <ChoosePicture
      currentPicture={<Avatar id={account.id} name={account.name} image={account.avatar} size={80} />}
      label={t("picture")}
      buttonText={t("choosePicture")}
      hint={t(account.avatar ? "pictureHint" : "pictureHintNeeded")}
      error={error}
      busy={isPending}
      send={mutateAsync}
    />
  );
}
