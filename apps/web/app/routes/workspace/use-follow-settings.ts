import type { Settings } from "@kakehashi/contract/users";
import { useMantineColorScheme } from "@mantine/core";
import { useEffect, useEffectEvent } from "react";
import { keepEnterSends } from "../../features/messages/composer-keys.ts";

/** What a person chose on another device holds here too, as soon as the account says so. */
export function useFollowSettings(settings: Settings | undefined): void {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const theme = settings?.theme;
  const enterSends = settings?.enter_sends;
  // Setting it has the whole page styled anew, even to what it is already.
  const follow = useEffectEvent((chosen: Settings["theme"]) => {
    if (chosen !== colorScheme) setColorScheme(chosen);
  });
  useEffect(() => {
    if (theme) follow(theme);
  }, [theme]);
  useEffect(() => {
    if (enterSends !== undefined) keepEnterSends(enterSends);
  }, [enterSends]);
}
