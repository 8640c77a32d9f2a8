import type { ProfileStatus } from "@kakehashi/contract/users";

export const statusBadgeTextKeys = {
  NOT_REQUEST: "stateNOT_REQUEST",
  WAITING: "stateWAITING",
  ACCEPTED: "stateACCEPTED",
  REFUSED: "stateREFUSED",
  DEACTIVATED: "stateDEACTIVATED",
} as const satisfies Record<ProfileStatus, string>;

export const statusSentenceTextKeys = {
  NOT_REQUEST: "statusNOT_REQUEST",
  WAITING: "statusWAITING",
  ACCEPTED: "statusACCEPTED",
  REFUSED: "statusREFUSED",
  DEACTIVATED: "statusDEACTIVATED",
} as const satisfies Record<ProfileStatus, string>;

export const statusBadgeTones = {
  NOT_REQUEST: "plain",
  WAITING: "amber",
  ACCEPTED: "jade",
  REFUSED: "accent",
  DEACTIVATED: "accent",
} as const satisfies Record<ProfileStatus, string>;
