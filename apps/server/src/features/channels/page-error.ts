import { type ChannelError, maximumErrorDetail } from "@kakehashi/contract/channel-states";

/** What went wrong just now. `detail` is cut to what is shown. */
export const errorOf = (code: ChannelError["code"], detail: string): ChannelError => ({
  code,
  detail: detail.slice(0, maximumErrorDetail).toWellFormed(),
  at: new Date().toISOString(),
});
