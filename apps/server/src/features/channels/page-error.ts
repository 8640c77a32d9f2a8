import { type ChannelError, maximumErrorDetailLength } from "@kakehashi/contract/channel-states";

/** Creates the value that is stored as a page's last error. Cuts `detail` to the length that is shown. */
export const createChannelError = (code: ChannelError["code"], detail: string): ChannelError => ({
  code,
  detail: detail.slice(0, maximumErrorDetailLength).toWellFormed(),
  at: new Date().toISOString(),
});
