import { type ChannelError, maximumErrorDetail } from "@kakehashi/contract/channel-states";

/** The page's last error. `detail` is shortened to the length that is shown. */
export const errorOf = (code: ChannelError["code"], detail: string): ChannelError => ({
  code,
  detail: detail.slice(0, maximumErrorDetail).toWellFormed(),
  at: new Date().toISOString(),
});
