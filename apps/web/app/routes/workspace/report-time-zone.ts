import { setDeviceTimeZone } from "@kakehashi/contract/account-settings";
import type { Account } from "@kakehashi/contract/users";
import { call } from "../../kit/api.ts";

/** Reports this device's time zone to the server. Does nothing if the server has already stored it. */
export async function reportTimeZone(account: Account): Promise<void> {
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (account.device_time_zone !== time_zone) await call(setDeviceTimeZone, { body: { time_zone } });
}
