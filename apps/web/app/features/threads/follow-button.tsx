import { followThread, type Thread, unfollowThread } from "@kakehashi/contract/threads";
import { IconBell, IconBellOff } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { getQueryClient } from "../../kit/query.ts";
import { toast, toastError } from "../../kit/toast.ts";
import { IconButton } from "../../kit/ui/icon-button.tsx";

interface FollowButtonProps {
  thread: Pick<Thread, "following" | "message">;
  tooltipSide?: "top" | "bottom";
}

/** Follows or unfollows a thread. A followed thread is listed, and its replies notify the reader. */
export function FollowButton({ thread: { following, message }, tooltipSide = "top" }: FollowButtonProps) {
  const { t } = useTranslation("room");
  const [isBusy, setIsBusy] = useState(false);
  async function change(): Promise<void> {
    setIsBusy(true);
    try {
      await call(following ? unfollowThread : followThread, { params: { id: message.id } });
      await getQueryClient().invalidateQueries({ queryKey: ["threads"] });
      toast(t(following ? "unfollowed" : "followed"));
    } catch (error) {
      toastError(error);
    } finally {
      setIsBusy(false);
    }
  }
  const Icon = following ? IconBellOff : IconBell;
  return (
    <IconButton
      label={t(following ? "unfollow" : "follow")}
      tooltipSide={tooltipSide}
      disabled={isBusy}
      onClick={() => void change()}
    >
      <Icon size={18} stroke={1.6} />
    </IconButton>
  );
}
