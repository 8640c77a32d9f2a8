import {
  changeBotArticle,
  createBotArticle,
  getBotArticle,
  listBotArticles,
  removeBotArticle,
} from "@kakehashi/contract/bot-articles";
import {
  changeCannedAnswer,
  createCannedAnswer,
  listCannedAnswers,
  removeCannedAnswer,
} from "@kakehashi/contract/bot-canned";
import { downloadBotFile, uploadBotFile } from "@kakehashi/contract/bot-files";
import {
  getBotFlowSave,
  getBotFlowVersion,
  listBotFlowSaves,
  listBotFlowVersions,
  restoreBotFlowVersion,
} from "@kakehashi/contract/bot-flow-history";
import {
  changeBotFlow,
  createBotFlow,
  enableBotFlow,
  getBotFlow,
  listBotFlows,
  previewBotFlow,
  publishBotFlow,
  removeBotFlow,
} from "@kakehashi/contract/bot-flows";
import {
  changeBotPhrase,
  createBotPhrase,
  listBotPhrases,
  moveBotPhrase,
  removeBotPhrase,
  testBotPhrases,
} from "@kakehashi/contract/bot-phrases";
import { getRequestSecret, renewRequestSecret } from "@kakehashi/contract/bot-requests";
import {
  getBotSession,
  getBotSessionFlow,
  listBotSessions,
  listBotSessionTurns,
} from "@kakehashi/contract/bot-sessions";
import {
  changeBot,
  createBot,
  duplicateBot,
  exportBot,
  getBot,
  importBot,
  listBots,
  removeBot,
  removeBotPerson,
  removeBotPicture,
  setBotPerson,
  setBotPicture,
} from "@kakehashi/contract/bots";
import type { SignedInCall } from "../../kit/http/call.ts";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { authorOf } from "../audit/service.ts";
import { type BotDependencies, type Bots, createBots } from "./service.ts";
import { visitorRoutes } from "./visitor-routes.ts";

const personOf = (call: SignedInCall) => ({
  ...authorOf(call),
  userId: call.actor.userId,
  role: call.actor.role,
  isAdmin: call.actor.role === "admin",
});

export function botRoutes(route: DefineRoute, bots: Bots): void {
  route(listBots, (call, { query }) => bots.list(personOf(call), query));
  route(createBot, async (call, { body }) => ({ data: await bots.create(personOf(call), body) }));
  route(importBot, async (call, { body }) => ({ data: await bots.import(personOf(call), body) }));
  route(getBot, async (call, { params }) => ({ data: await bots.view(personOf(call), params.id) }));
  route(changeBot, async (call, { params, body }) => ({
    data: await bots.change(personOf(call), params.id, body),
  }));
  route(setBotPicture, async (call, { params, body }) => ({
    data: await bots.setPicture(personOf(call), params.id, body as Uint8Array),
  }));
  route(removeBotPicture, async (call, { params }) => ({
    data: await bots.removePicture(personOf(call), params.id),
  }));
  route(uploadBotFile, async (call, { params, body }) => ({
    data: await bots.ownFiles.add(personOf(call), params.id, body.file_id),
  }));
  route(downloadBotFile, (_, { params }) => bots.ownFiles.open(params.key));
  route(removeBot, async (call, { params }) => {
    await bots.remove(personOf(call), params.id);
    return { data: { id: params.id } };
  });
  route(duplicateBot, async (call, { params, body }) => ({
    data: await bots.duplicate(personOf(call), params.id, body.name),
  }));
  route(getRequestSecret, async (call, { params }) => ({
    data: { secret: await bots.requestSecrets.view(personOf(call), params.id) },
  }));
  route(renewRequestSecret, async (call, { params }) => ({
    data: { secret: await bots.requestSecrets.renew(personOf(call), params.id) },
  }));
  route(exportBot, (call, { params }) => bots.file(personOf(call), params.id));
  route(setBotPerson, async (call, { params, body }) => ({
    data: await bots.people.set(personOf(call), params.id, params.user_id, body.part),
  }));
  route(removeBotPerson, async (call, { params }) => {
    await bots.people.remove(personOf(call), params.id, params.user_id);
    return { data: { id: params.user_id } };
  });
  flowRoutes(route, bots.flows);
  phraseRoutes(route, bots.phrases);
  articleRoutes(route, bots.articles);
  cannedRoutes(route, bots.canned);
  sessionRoutes(route, bots.sessionViews);
  visitorRoutes(route, bots.sessions);
}

function sessionRoutes(route: DefineRoute, sessions: Bots["sessionViews"]): void {
  route(listBotSessions, (call, { params, query }) => sessions.list(personOf(call), params.id, query));
  route(getBotSession, async (call, { params: { id, sid } }) => ({
    data: await sessions.view(personOf(call), id, sid),
  }));
  route(listBotSessionTurns, (call, { params: { id, sid }, query }) =>
    sessions.listTurns(personOf(call), id, sid, query.since),
  );
  route(getBotSessionFlow, async (call, { params: { id, sid, fid, number } }) => ({
    data: await sessions.getFlow(personOf(call), id, sid, { flow_id: fid, save_number: number }),
  }));
}

function phraseRoutes(route: DefineRoute, phrases: Bots["phrases"]): void {
  route(listBotPhrases, (call, { params, query }) => phrases.list(personOf(call), params.id, query));
  route(createBotPhrase, async (call, { params, body }) => ({
    data: await phrases.create(personOf(call), params.id, body),
  }));
  route(testBotPhrases, async (call, { params, body }) => ({
    data: await phrases.testMessage(personOf(call), params.id, body.text),
  }));
  route(changeBotPhrase, async (call, { params: { id, pid }, body }) => ({
    data: await phrases.change(personOf(call), id, pid, body),
  }));
  route(moveBotPhrase, async (call, { params: { id, pid }, body }) => {
    await phrases.movePhrase(personOf(call), id, pid, body.after_id);
    return { data: { id: pid } };
  });
  route(removeBotPhrase, async (call, { params: { id, pid } }) => {
    await phrases.remove(personOf(call), id, pid);
    return { data: { id: pid } };
  });
}

function articleRoutes(route: DefineRoute, articles: Bots["articles"]): void {
  route(listBotArticles, (call, { params, query }) => articles.list(personOf(call), params.id, query));
  route(createBotArticle, async (call, { params, body }) => ({
    data: await articles.create(personOf(call), params.id, body),
  }));
  route(getBotArticle, async (call, { params: { id, aid } }) => ({
    data: await articles.view(personOf(call), id, aid),
  }));
  route(changeBotArticle, async (call, { params: { id, aid }, body }) => ({
    data: await articles.change(personOf(call), id, aid, body),
  }));
  route(removeBotArticle, async (call, { params: { id, aid } }) => {
    await articles.remove(personOf(call), id, aid);
    return { data: { id: aid } };
  });
}

function cannedRoutes(route: DefineRoute, canned: Bots["canned"]): void {
  route(listCannedAnswers, (call, { params, query }) => canned.list(personOf(call), params.id, query));
  route(createCannedAnswer, async (call, { params, body }) => ({
    data: await canned.create(personOf(call), params.id, body),
  }));
  route(changeCannedAnswer, async (call, { params: { id, aid }, body }) => ({
    data: await canned.change(personOf(call), id, aid, body),
  }));
  route(removeCannedAnswer, async (call, { params: { id, aid } }) => {
    await canned.remove(personOf(call), id, aid);
    return { data: { id: aid } };
  });
}

function flowRoutes(route: DefineRoute, flows: Bots["flows"]): void {
  route(listBotFlows, async (call, { params }) => ({ data: await flows.list(personOf(call), params.id) }));
  route(createBotFlow, async (call, { params, body }) => ({
    data: await flows.create(personOf(call), params.id, body),
  }));
  route(getBotFlow, async (call, { params: { id, fid } }) => ({
    data: await flows.view(personOf(call), id, fid),
  }));
  route(changeBotFlow, async (call, { params: { id, fid }, body }) => ({
    data: await flows.save(personOf(call), id, fid, body),
  }));
  route(removeBotFlow, async (call, { params: { id, fid } }) => {
    await flows.remove(personOf(call), id, fid);
    return { data: { id: fid } };
  });
  route(publishBotFlow, async (call, { params: { id, fid }, body }) => ({
    data: await flows.publish(personOf(call), id, fid, body.revision),
  }));
  route(enableBotFlow, async (call, { params: { id, fid }, body }) => ({
    data: await flows.enable(personOf(call), id, fid, body.is_enabled),
  }));
  route(listBotFlowVersions, (call, { params: { id, fid }, query }) =>
    flows.versions(personOf(call), id, fid, query),
  );
  route(getBotFlowVersion, async (call, { params: { id, fid, number } }) => ({
    data: await flows.version(personOf(call), id, fid, number),
  }));
  route(restoreBotFlowVersion, async (call, { params: { id, fid, number } }) => ({
    data: await flows.publishAgain(personOf(call), id, fid, number),
  }));
  route(listBotFlowSaves, (call, { params: { id, fid }, query }) =>
    flows.saves(personOf(call), id, fid, query),
  );
  route(getBotFlowSave, async (call, { params: { id, fid, number } }) => ({
    data: await flows.savedDraft(personOf(call), id, fid, number),
  }));
  route(previewBotFlow, async (call, { params: { id, fid }, body }) => ({
    data: await flows.preview(personOf(call), id, fid, body),
  }));
}

/** Creates the feature `bots`: its service, and the routes of its API calls. */
export const createBotsFeature = (dependencies: BotDependencies) =>
  withRoutes(createBots(dependencies), ({ route, api }, bots) => {
    botRoutes(route, bots);
    api.addHook("preClose", async () => bots.sessions.endWaits());
  });
