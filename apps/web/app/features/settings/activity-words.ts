import type { AuditAction } from "@kakehashi/contract/audit";

type EventTopic =
  | "account"
  | "password"
  | "email"
  | "two-step"
  | "sign-in"
  | "session"
  | "access"
  | "identity"
  | "data"
  | "user";
/** The events of the person's own account. */
export type ActivityAction = Extract<AuditAction, `${EventTopic}.${string}`>;

type ActivityTextKey<A extends ActivityAction> = A extends `${infer EventTopic}.${infer Deed}`
  ? `act_${EventTopic}_${Deed}`
  : never;

/**
 * The key of the text that describes an event. It has an underscore in place of the dot in the event's name, because a
 * text key cannot contain a dot.
 */
export const activityTextKeyOf = (action: ActivityAction) =>
  `act_${action.replace(".", "_")}` as ActivityTextKey<ActivityAction>;

const alarmingActions: readonly AuditAction[] = [
  "sign-in.fail",
  "sign-in.slow",
  "sign-in.code",
  "access.password",
  "access.slow",
  "email.undo",
  "session.copied",
  "access.ended",
  "access.forge",
];

/** Whether another person may have caused this security event. The list marks such an event. */
export const isAlarmingEvent = (action: AuditAction) => alarmingActions.includes(action);
