import { type ChannelError, maximumChannelErrorDetailLength } from "@kakehashi/contract/channel-states";

/** Creates the value that is stored as a page's last error. Cuts `detail` to the length that is shown. */
export const createChannelError = (code: ChannelError["code"], detail: string): ChannelError => ({
  code,
  detail: detail.slice(0, maximumChannelErrorDetailLength).toWellFormed(),
  at: new Date().toISOString(),
});
