import type { NotificationType } from "@kakehashi/contract/notifications";
import type { MemberEvent } from "@kakehashi/contract/project-membership";
import type { Role } from "@kakehashi/contract/users";

/** Whom a step notifies: the hosts, the person whose part changes, or the other members. */
type Audience = "hosts" | "person" | "members";

interface Notice {
  readonly to: Audience;
  readonly type: NotificationType;
}

const applied: Partial<Record<Role, NotificationType>> = {
  comtor: "COMMUNICATOR_APPLY_PROJECT",
  brse: "BRIDGE_SYSTEM_ENGINEER_APPLY_PROJECT",
};
const cancelled: Partial<Record<Role, NotificationType>> = {
  comtor: "COMMUNICATOR_CANCEL_APPLY_PROJECT",
  brse: "BRIDGE_SYSTEM_ENGINEER_CANCEL_APPLY_PROJECT",
};

const toHosts = (type: NotificationType): Notice => ({ to: "hosts", type });
const toPerson = (type: NotificationType): Notice => ({ to: "person", type });
const toMembers = (type: NotificationType): Notice => ({ to: "members", type });

/** The notifications of each step (docs/rules.md). `role` is that of the person whose part changes. */
export function noticesOfStep(event: MemberEvent, role: Role): readonly Notice[] {
  switch (event) {
    case "invite":
      return [toPerson(role === "dev" ? "INVITE_DEVELOPER" : "INVITE_JOIN_PROJECT")];
    case "agree":
      return [toHosts("AGREED_INVITE"), toMembers("JOIN_PROJECT")];
    case "refuse":
      return [toHosts("REFUSE_INVITE")];
    case "apply":
      return [toHosts(applied[role] ?? "DEVELOPER_JOIN_PROJECT")];
    case "cancel":
      return [toHosts(cancelled[role] ?? "DEVELOPER_CANCEL_JOIN_PROJECT")];
    case "accept":
      return [toPerson("ACCEPT_JOIN_PROJECT")];
    case "reject":
      return [toPerson("REJECT_JOIN_PROJECT")];
    case "confirm":
      return [toHosts("JOIN_PROJECT"), toMembers("JOIN_PROJECT")];
    case "host":
      return [toHosts("HOST_JOIN_PROJECT"), toMembers("HOST_JOIN_PROJECT")];
    case "withdraw":
    case "remove":
    case "leave":
      return [];
  }
}
