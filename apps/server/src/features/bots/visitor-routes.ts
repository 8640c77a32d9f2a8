import {
  getVisitedBot,
  getVisitFile,
  listVisitorTurns,
  rateTalkAsVisitor,
  reportVisitorSeen,
  reportVisitorTyping,
  sendFileToBot,
  sendToBot,
  setVisitorLanguage,
  startVisit,
  visitorTokenHeader,
} from "@kakehashi/contract/bot-visitors";
import type { DefineRoute } from "../../kit/http/route.ts";
import type { Bots } from "./service.ts";

/**
 * Registers the routes for visitors, who have no account. A header of each request contains the token of the visitor's
 * session.
 */
export function visitorRoutes(route: DefineRoute, sessions: Bots["sessions"]): void {
  route(getVisitedBot, async (_, { params }) => ({ data: await sessions.getVisitedBot(params.bot_id) }));
  route(getVisitFile, (call, { params: { bot_id, file_id } }) =>
    sessions.file(bot_id, call.readHeader(visitorTokenHeader), file_id),
  );
  route(startVisit, async (call, { params, body: { language, time_zone } }) => ({
    data: await sessions.start(params.bot_id, {
      language,
      ...(time_zone !== undefined && { timeZone: time_zone }),
      leftSessionToken: call.readHeader(visitorTokenHeader),
    }),
  }));
  route(sendToBot, async (call, { params, body }) => ({
    data: await sessions.send(params.bot_id, call.readHeader(visitorTokenHeader), body),
  }));
  route(
    sendFileToBot,
    async (call, { params }) => ({
      data: await sessions.sendFile(params, call.readHeader(visitorTokenHeader)),
    }),
    (call, params, request) => sessions.receiveFile(params, call.readHeader(visitorTokenHeader), request),
  );
  route(reportVisitorTyping, async (call, { params }) => ({
    data: { told: await sessions.tellTyping(params.bot_id, call.readHeader(visitorTokenHeader)) },
  }));
  route(reportVisitorSeen, async (call, { params, body }) => {
    await sessions.tellSeen(params.bot_id, call.readHeader(visitorTokenHeader), body.message_id);
    return { data: body };
  });
  route(setVisitorLanguage, async (call, { params, body }) => ({
    data: {
      language: await sessions.setLanguage(params.bot_id, call.readHeader(visitorTokenHeader), body.language),
    },
  }));
  route(rateTalkAsVisitor, async (call, { params, body }) => {
    await sessions.rate(params.bot_id, call.readHeader(visitorTokenHeader), body);
    return { data: { round: body.round } };
  });
  route(listVisitorTurns, async (call, { params, query }) => ({
    data: await sessions.list(params.bot_id, call.readHeader(visitorTokenHeader), query),
  }));
}
