import type { AuditAction } from "@kakehashi/contract/audit-actions";

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
/** The names of the security events in the list of the person's own account activity. */
export type ActivityAction = Extract<AuditAction, `${EventTopic}.${string}`>;

type ActivityTextKey<A extends ActivityAction> = A extends `${infer EventTopic}.${infer Deed}`
  ? `act_${EventTopic}_${Deed}`
  : never;

/**
 * Returns the text key of an event. A text key cannot contain a dot, so an underscore replaces the dot of the event's
 * name.
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

/** Whether somebody else may have caused this security event. Such events are marked in the list. */
export const isAlarmingEvent = (action: AuditAction) => alarmingActions.includes(action);
