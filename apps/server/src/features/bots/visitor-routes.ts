import {
  downloadFileForVisitor,
  getVisitedBot,
  listVisitorTurns,
  rateTalkAsVisitor,
  reportVisitorSeen,
  reportVisitorTyping,
  sendFileToBot,
  sendToBot,
  setVisitorLanguage,
  startVisit,
  visitorTokenHeaderName,
} from "@kakehashi/contract/bot-visitors";
import type { DefineRoute } from "../../kit/http/route.ts";
import type { Bots } from "./service.ts";

/**
 * Registers the routes for visitors, who have no account. A header contains the token of the visitor's session. Only
 * the request for the bot's public data and the first start of a session have no token.
 */
export function defineVisitorRoutes(route: DefineRoute, sessions: Bots["sessions"]): void {
  route(getVisitedBot, async (_, { params }) => ({ data: await sessions.getVisitedBot(params.bot_id) }));
  route(downloadFileForVisitor, (apiCall, { params: { bot_id, file_id } }) =>
    sessions.file(bot_id, apiCall.readHeader(visitorTokenHeaderName), file_id),
  );
  route(startVisit, async (apiCall, { params, body: { language, time_zone } }) => ({
    data: await sessions.start(params.bot_id, {
      language,
      ...(time_zone !== undefined && { timeZone: time_zone }),
      leftSessionToken: apiCall.readHeader(visitorTokenHeaderName),
    }),
  }));
  route(sendToBot, async (apiCall, { params, body }) => ({
    data: await sessions.send(params.bot_id, apiCall.readHeader(visitorTokenHeaderName), body),
  }));
  route(
    sendFileToBot,
    async (apiCall, { params }) => ({
      data: await sessions.sendFile(params, apiCall.readHeader(visitorTokenHeaderName)),
    }),
    (apiCall, params, request) =>
      sessions.receiveFile(params, apiCall.readHeader(visitorTokenHeaderName), request),
  );
  route(reportVisitorTyping, async (apiCall, { params }) => ({
    data: { told: await sessions.tellTyping(params.bot_id, apiCall.readHeader(visitorTokenHeaderName)) },
  }));
  route(reportVisitorSeen, async (apiCall, { params, body }) => {
    await sessions.tellSeen(params.bot_id, apiCall.readHeader(visitorTokenHeaderName), body.message_id);
    return { data: body };
  });
  route(setVisitorLanguage, async (apiCall, { params, body }) => ({
    data: {
      language: await sessions.setLanguage(
        params.bot_id,
        apiCall.readHeader(visitorTokenHeaderName),
        body.language,
      ),
    },
  }));
  route(rateTalkAsVisitor, async (apiCall, { params, body }) => {
    await sessions.rate(params.bot_id, apiCall.readHeader(visitorTokenHeaderName), body);
    return { data: { round: body.round } };
  });
  route(listVisitorTurns, async (apiCall, { params, query }) => ({
    data: await sessions.list(params.bot_id, apiCall.readHeader(visitorTokenHeaderName), query),
  }));
}
