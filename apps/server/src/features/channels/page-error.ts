import { type ChannelError, maximumErrorDetailLength } from "@kakehashi/contract/channel-states";

/** The page's last error. `detail` is shortened to the length that is shown. */
export const toChannelError = (code: ChannelError["code"], detail: string): ChannelError => ({
  code,
  detail: detail.slice(0, maximumErrorDetailLength).toWellFormed(),
  at: new Date().toISOString(),
});
