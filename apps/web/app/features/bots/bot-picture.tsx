import { type Bot, removeBotPicture, setBotPicture } from "@kakehashi/contract/bots";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { toast } from "../../kit/toast.ts";
import { Avatar } from "../../kit/ui/avatar.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { ChoosePicture } from "../profiles/choose-picture.tsx";
import { cacheBot } from "./queries.ts";

/** The bot's picture, with a button to change it and a button to remove it. Each button saves immediately. */
export function BotPictureField({ bot }: { bot: Bot }) {
  const { t } = useTranslation("bots");
  const params = { id: bot.id };
  const changePicture = useMutation({
    mutationFn: (body: Blob | null) =>
      body ? call(setBotPicture, { params, body }) : call(removeBotPicture, { params }),
    onSuccess: ({ data }, body) => {
      cacheBot(data);
      toast(t(body ? "pictureSaved" : "pictureRemoved"));
    },
  });
  return (
    <ChoosePicture
      currentPicture={<Avatar id={bot.id} name={bot.name} image={bot.picture} size={80} />}
      label={t("picture")}
      buttonText={t("choosePicture")}
      hint={t("pictureHint")}
      busy={changePicture.isPending}
      send={changePicture.mutateAsync}
    >
      {bot.picture && (
        <Button disabled={changePicture.isPending} onClick={() => changePicture.mutate(null)}>
          {t("removePicture")}
        </Button>
      )}
    </ChoosePicture>
  );
}
