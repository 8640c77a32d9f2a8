import { z } from "zod";
import { sharedFileSchema } from "./files.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import {
  createCutListSchema,
  cutListPageMetaSchema,
  cutListPageQuery,
  maximumPageSize,
  pageMetaSchema,
  pageQuery,
} from "./kit/page.ts";
import { languageSchema, languages } from "./languages.ts";
import { projectStatusSchema } from "./projects.ts";
import { userSummarySchema } from "./users.ts";

/** A project's three conversations: for the team, for the client, and for support. */
export const projectRoomKinds = ["team", "client", "support"] as const;
export type ProjectRoomKind = (typeof projectRoomKinds)[number];

/** Maximum UTF-16 code units of the project's name in a team. */
export const maximumTeamNameUnits = 1_000;

/** One of a team's conversations of which the reader is a member. */
const teamRoom = z
  .object({
    id: idSchema,
    side: z.enum(projectRoomKinds),
    member_count: z.number().int().min(0),
    last_message_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "TeamRoom" });
export type TeamRoom = z.infer<typeof teamRoom>;

const teamFields = {
  /** The team's id, which is the project's id. */
  id: idSchema,
  name: z.string().max(maximumTeamNameUnits),
  status: projectStatusSchema,
  running_since: z.iso.datetime().nullable(),
  is_host: z.boolean(),
  member_count: z.number().int().min(0),
};

/** A list shows this many members' pictures for each team. */
export const shownTeamAvatarCount = 5;

/** A team in the list: a project that the reader has joined. */
export const teamListItemSchema = z
  .object({ ...teamFields, people: z.array(userSummarySchema).max(shownTeamAvatarCount) })
  .meta({ id: "TeamItem" });
export type TeamListItem = z.infer<typeof teamListItemSchema>;

/** A member of a team, with the fields that the other members see. */
export const teamPersonSchema = z
  .object({
    user: userSummarySchema,
    is_host: z.boolean(),
    /** The languages that the team's member knows. */
    languages: z.array(languageSchema).max(languages.length),
    /** The member's IANA time zone. Null: not set. */
    time_zone: z.string().max(64).nullable(),
    joined_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "TeamPerson" });
export type TeamPerson = z.infer<typeof teamPersonSchema>;

export const teamSchema = z
  .object({ ...teamFields, rooms: z.array(teamRoom).max(projectRoomKinds.length) })
  .meta({ id: "Team" });
export type Team = z.infer<typeof teamSchema>;

/**
 * The actions in the activity list of a project's team. Applications and invitations are left out, because only hosts
 * see them.
 */
export const teamActivityActions = [
  "project.create",
  "project.update",
  "project.activate",
  "project.deactivate",
  "project.run",
  "member.agree",
  "member.confirm",
  "member.host",
  "member.remove",
  "member.leave",
] as const;
export type TeamActivityAction = (typeof teamActivityActions)[number];

export const teamActivityEntrySchema = z
  .object({
    id: idSchema,
    action: z.enum(teamActivityActions),
    /** The person who caused the event. Null: the person's account is deleted. */
    actor: userSummarySchema.nullable(),
    /** The person whom the event is about, if somebody else caused it. */
    person: userSummarySchema.nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "TeamEvent" });
export type TeamActivityEntry = z.infer<typeof teamActivityEntrySchema>;

const idParams = z.strictObject({ id: idSchema });

export const listTeams = endpoint({
  method: "GET",
  path: "/teams",
  guard: "signed-in",
  limit: limits.lookup,
  summary: "Lists the projects that the caller has joined, the one with the newest message first.",
  query: cutListPageQuery,
  data: createCutListSchema(teamListItemSchema, maximumPageSize),
  meta: cutListPageMetaSchema,
});

export const getTeam = endpoint({
  method: "GET",
  path: "/teams/:id",
  guard: "signed-in",
  limit: limits.lookup,
  summary: "Returns the team of a project that the caller has joined. The team's id is the project's.",
  params: idParams,
  data: teamSchema,
});

export const listTeamPeople = endpoint({
  method: "GET",
  path: "/teams/:id/people",
  guard: "signed-in",
  limit: limits.lookup,
  summary: "Lists the people who have joined the project: hosts first, then in the order of joining.",
  params: idParams,
  query: pageQuery,
  data: z.array(teamPersonSchema).max(maximumPageSize),
  meta: pageMetaSchema,
});

export const listTeamFiles = endpoint({
  method: "GET",
  path: "/teams/:id/files",
  guard: "signed-in",
  limit: limits.lookup,
  summary: "Lists the files in the conversations of the project that the caller is in, newest first.",
  params: idParams,
  query: pageQuery,
  data: z.array(sharedFileSchema).max(maximumPageSize),
  meta: pageMetaSchema,
});

export const listTeamActivity = endpoint({
  method: "GET",
  path: "/teams/:id/activity",
  guard: "signed-in",
  limit: limits.lookup,
  summary: "Lists what happened to the project and its team, newest first.",
  params: idParams,
  query: pageQuery,
  data: z.array(teamActivityEntrySchema).max(maximumPageSize),
  meta: pageMetaSchema,
});

export const getConversationProject = endpoint({
  method: "GET",
  path: "/conversations/:id/project",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Returns the project to which a conversation of the caller belongs, and which side of the project the conversation is. Null for other conversations.",
  params: idParams,
  data: z
    .object({ id: idSchema, name: z.string().max(maximumTeamNameUnits), side: z.enum(projectRoomKinds) })
    .nullable(),
});
