import { type Account, setDeviceTimeZone } from "@kakehashi/contract/users";
import { call } from "../../kit/api.ts";

/** Reports the time zone of this device to the server, unless the server has stored this zone already. */
export async function reportTimeZone(account: Account): Promise<void> {
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (account.device_time_zone !== time_zone) await call(setDeviceTimeZone, { body: { time_zone } });
}
