import type { PostState } from "@kakehashi/contract/blog-editing";

export const postStateTextKeys = {
  DRAFT: "stateDRAFT",
  SCHEDULED: "stateSCHEDULED",
  PUBLISHED: "statePUBLISHED",
} as const satisfies Record<PostState, string>;
export const toneByPostState = {
  DRAFT: "plain",
  SCHEDULED: "amber",
  PUBLISHED: "jade",
} as const satisfies Record<PostState, string>;
