import type { Settings } from "@kakehashi/contract/users";
import { useMantineColorScheme } from "@mantine/core";
import { useEffect } from "react";
import { keepEnterSends } from "../../features/messages/composer-keys.ts";

/** What a person chose on another device holds here too, as soon as the account says so. */
export function useFollowSettings(settings: Settings | undefined): void {
  const { setColorScheme } = useMantineColorScheme();
  const theme = settings?.theme;
  const enterSends = settings?.enter_sends;
  useEffect(() => {
    if (theme) setColorScheme(theme);
  }, [theme, setColorScheme]);
  useEffect(() => {
    if (enterSends !== undefined) keepEnterSends(enterSends);
  }, [enterSends]);
}
