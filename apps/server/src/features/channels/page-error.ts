import { type ChannelProblem, maximumChannelProblemDetailLength } from "@kakehashi/contract/channel-states";

/** Creates the value that is stored as a page's last error. Cuts `detail` to the length that is shown. */
export const toStoredChannelError = (code: ChannelProblem["code"], detail: string): ChannelProblem => ({
  code,
  detail: detail.slice(0, maximumChannelProblemDetailLength).toWellFormed(),
  at: new Date().toISOString(),
});
