import type { Settings } from "@kakehashi/contract/user-settings";
import type { Account } from "@kakehashi/contract/users";
import { useMantineColorScheme } from "@mantine/core";
import { useEffect, useEffectEvent } from "react";
import { onLiveConnect } from "../../features/live/connection.ts";
import { applyEnterSends, saveEnterSends } from "../../features/messages/state/enter-sends.ts";

/** Applies settings that were changed on another device. */
export function useApplySettings(account: Account | null | undefined): void {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const userId = account?.id;
  const theme = account?.settings.theme;
  const enterSends = account?.settings.enter_sends;
  // Setting the theme computes all styles of the page again. So do it only after a change.
  const applyTheme = useEffectEvent((newTheme: Settings["theme"]) => {
    if (newTheme !== colorScheme) setColorScheme(newTheme);
  });
  useEffect(() => {
    if (theme) applyTheme(theme);
  }, [theme]);
  useEffect(() => {
    if (userId !== undefined && enterSends !== undefined) applyEnterSends(userId, enterSends);
  }, [userId, enterSends]);
  useEffect(() => onLiveConnect(saveEnterSends), []);
}
