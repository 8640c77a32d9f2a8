import type { Role } from "@kakehashi/contract/users";

export const roleTextKeys = {
  user: "roleUser",
  company: "roleCompany",
  dev: "roleDev",
  comtor: "roleComtor",
  brse: "roleBrse",
  admin: "roleAdmin",
} as const satisfies Record<Role, string>;

export const roleBadgeTones = {
  user: "plain",
  company: "amber",
  dev: "indigo",
  comtor: "jade",
  brse: "violet",
  admin: "plain",
} as const satisfies Record<Role, string>;
