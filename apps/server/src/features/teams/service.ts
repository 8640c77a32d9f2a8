import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { createNotFoundError } from "../../kit/errors.ts";
import { cutPage, offsetOf } from "../../kit/http/list-bytes.ts";
import type { Files } from "../files/service.ts";
import type { Rooms } from "../rooms/service.ts";
import * as store from "./store.ts";

export interface TeamDependencies {
  db: Kysely<DB>;
  rooms: Rooms;
  files: Files;
}

export type Teams = ReturnType<typeof createTeams>;

interface PageQuery {
  readonly page: number;
  readonly paging: number;
}

/**
 * Manages teams. A team is a project as its members see it: people, rooms, files and activity. For anybody else, "not
 * found" is thrown.
 */
export function createTeams({ db, rooms, files }: TeamDependencies) {
  async function requireTeam(userId: string, id: string) {
    const team = await store.findTeam(db, userId, id);
    if (!team) throw createNotFoundError();
    return team;
  }
  const createPageMeta = ({ page, paging }: PageQuery, count: number, total: number) => ({
    page,
    paging,
    total,
    has_more: (page - 1) * paging + count < total,
  });
  const toOffsetAndLimit = ({ page, paging }: PageQuery) => ({ offset: (page - 1) * paging, limit: paging });

  return {
    async list(userId: string, query: PageQuery & { skip?: number | undefined }) {
      const { page, paging } = query;
      const offset = offsetOf(query);
      const { teams, total } = await store.listTeams(db, userId, { offset, limit: paging });
      const { data, ...otherPageFields } = cutPage(
        teams,
        offset,
        teams.length > 0 && offset + teams.length < total,
      );
      return { data, meta: { page, paging, total, ...otherPageFields } };
    },

    async view(userId: string, id: string) {
      return { ...(await requireTeam(userId, id)), rooms: await store.listRooms(db, userId, id) };
    },

    async people(userId: string, id: string, query: PageQuery) {
      await requireTeam(userId, id);
      const { people, total } = await store.listPeople(db, id, toOffsetAndLimit(query));
      return { data: people, meta: createPageMeta(query, people.length, total) };
    },

    async files(userId: string, id: string, query: PageQuery) {
      await requireTeam(userId, id);
      const roomIds = (await store.listRooms(db, userId, id)).map((room) => room.id);
      return files.listOfRooms(userId, roomIds, query);
    },

    async listActivity(userId: string, id: string, query: PageQuery) {
      await requireTeam(userId, id);
      const { events, total } = await store.listActivity(db, id, toOffsetAndLimit(query));
      return { data: events, meta: createPageMeta(query, events.length, total) };
    },

    async projectOf(userId: string, conversationId: string) {
      await rooms.requireMember(userId, conversationId);
      return store.findProjectOfRoom(db, userId, conversationId);
    },
  };
}
