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
import { addFileToBot, downloadBotFile } from "@kakehashi/contract/bot-files";
import {
  getBotFlowSave,
  getBotFlowVersion,
  listBotFlowSaves,
  listBotFlowVersions,
  republishBotFlowVersion,
} from "@kakehashi/contract/bot-flow-history";
import {
  changeBotFlow,
  createBotFlow,
  getBotFlow,
  listBotFlows,
  previewBotFlow,
  publishBotFlow,
  removeBotFlow,
  setBotFlowEnabled,
} from "@kakehashi/contract/bot-flows";
import {
  changeBotPhrase,
  createBotPhrase,
  listBotPhrases,
  moveBotPhrase,
  removeBotPhrase,
  testBotPhrases,
} from "@kakehashi/contract/bot-phrases";
import { getBotRequestSigningSecret, renewBotRequestSigningSecret } from "@kakehashi/contract/bot-requests";
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
import { auditAuthorOf } from "../audit/service.ts";
import { type BotDependencies, type Bots, createBots } from "./service.ts";
import { defineVisitorRoutes } from "./visitor-routes.ts";

const toBotPerson = (signedInCall: SignedInCall) => ({
  ...auditAuthorOf(signedInCall),
  userId: signedInCall.actor.userId,
  role: signedInCall.actor.role,
  isAdmin: signedInCall.actor.role === "admin",
});

export function defineBotRoutes(route: DefineRoute, bots: Bots): void {
  route(listBots, (signedInCall, { query }) => bots.list(toBotPerson(signedInCall), query));
  route(createBot, async (signedInCall, { body }) => ({
    data: await bots.create(toBotPerson(signedInCall), body),
  }));
  route(importBot, async (signedInCall, { body }) => ({
    data: await bots.import(toBotPerson(signedInCall), body),
  }));
  route(getBot, async (signedInCall, { params }) => ({
    data: await bots.view(toBotPerson(signedInCall), params.id),
  }));
  route(changeBot, async (signedInCall, { params, body }) => ({
    data: await bots.change(toBotPerson(signedInCall), params.id, body),
  }));
  route(setBotPicture, async (signedInCall, { params, body }) => ({
    data: await bots.setPicture(toBotPerson(signedInCall), params.id, body as Uint8Array),
  }));
  route(removeBotPicture, async (signedInCall, { params }) => ({
    data: await bots.removePicture(toBotPerson(signedInCall), params.id),
  }));
  route(addFileToBot, async (signedInCall, { params, body }) => ({
    data: await bots.ownFiles.add(toBotPerson(signedInCall), params.id, body.file_id),
  }));
  route(downloadBotFile, (_, { params }) => bots.ownFiles.open(params.key));
  route(removeBot, async (signedInCall, { params }) => {
    await bots.remove(toBotPerson(signedInCall), params.id);
    return { data: { id: params.id } };
  });
  route(duplicateBot, async (signedInCall, { params, body }) => ({
    data: await bots.duplicate(toBotPerson(signedInCall), params.id, body.name),
  }));
  route(getBotRequestSigningSecret, async (signedInCall, { params }) => ({
    data: { secret: await bots.requestSecrets.view(toBotPerson(signedInCall), params.id) },
  }));
  route(renewBotRequestSigningSecret, async (signedInCall, { params }) => ({
    data: { secret: await bots.requestSecrets.renew(toBotPerson(signedInCall), params.id) },
  }));
  route(exportBot, (signedInCall, { params }) => bots.file(toBotPerson(signedInCall), params.id));
  route(setBotPerson, async (signedInCall, { params, body }) => ({
    data: await bots.people.set(toBotPerson(signedInCall), params.id, params.user_id, body.part),
  }));
  route(removeBotPerson, async (signedInCall, { params }) => {
    await bots.people.remove(toBotPerson(signedInCall), params.id, params.user_id);
    return { data: { id: params.user_id } };
  });
  defineFlowRoutes(route, bots.flows);
  definePhraseRoutes(route, bots.phrases);
  defineArticleRoutes(route, bots.articles);
  defineCannedAnswerRoutes(route, bots.canned);
  defineSessionRoutes(route, bots.sessionViews);
  defineVisitorRoutes(route, bots.sessions);
}

function defineSessionRoutes(route: DefineRoute, sessions: Bots["sessionViews"]): void {
  route(listBotSessions, (signedInCall, { params, query }) =>
    sessions.list(toBotPerson(signedInCall), params.id, query),
  );
  route(getBotSession, async (signedInCall, { params: { id, sid } }) => ({
    data: await sessions.view(toBotPerson(signedInCall), id, sid),
  }));
  route(listBotSessionTurns, (signedInCall, { params: { id, sid }, query }) =>
    sessions.listTurns(toBotPerson(signedInCall), id, sid, query.since),
  );
  route(getBotSessionFlow, async (signedInCall, { params: { id, sid, fid, number } }) => ({
    data: await sessions.getFlow(toBotPerson(signedInCall), id, sid, { flow_id: fid, save_number: number }),
  }));
}

function definePhraseRoutes(route: DefineRoute, phrases: Bots["phrases"]): void {
  route(listBotPhrases, (signedInCall, { params, query }) =>
    phrases.list(toBotPerson(signedInCall), params.id, query),
  );
  route(createBotPhrase, async (signedInCall, { params, body }) => ({
    data: await phrases.create(toBotPerson(signedInCall), params.id, body),
  }));
  route(testBotPhrases, async (signedInCall, { params, body }) => ({
    data: await phrases.testMessage(toBotPerson(signedInCall), params.id, body.text),
  }));
  route(changeBotPhrase, async (signedInCall, { params: { id, pid }, body }) => ({
    data: await phrases.change(toBotPerson(signedInCall), id, pid, body),
  }));
  route(moveBotPhrase, async (signedInCall, { params: { id, pid }, body }) => {
    await phrases.movePhrase(toBotPerson(signedInCall), id, pid, body.after_id);
    return { data: { id: pid } };
  });
  route(removeBotPhrase, async (signedInCall, { params: { id, pid } }) => {
    await phrases.remove(toBotPerson(signedInCall), id, pid);
    return { data: { id: pid } };
  });
}

function defineArticleRoutes(route: DefineRoute, articles: Bots["articles"]): void {
  route(listBotArticles, (signedInCall, { params, query }) =>
    articles.list(toBotPerson(signedInCall), params.id, query),
  );
  route(createBotArticle, async (signedInCall, { params, body }) => ({
    data: await articles.create(toBotPerson(signedInCall), params.id, body),
  }));
  route(getBotArticle, async (signedInCall, { params: { id, aid } }) => ({
    data: await articles.view(toBotPerson(signedInCall), id, aid),
  }));
  route(changeBotArticle, async (signedInCall, { params: { id, aid }, body }) => ({
    data: await articles.change(toBotPerson(signedInCall), id, aid, body),
  }));
  route(removeBotArticle, async (signedInCall, { params: { id, aid } }) => {
    await articles.remove(toBotPerson(signedInCall), id, aid);
    return { data: { id: aid } };
  });
}

function defineCannedAnswerRoutes(route: DefineRoute, canned: Bots["canned"]): void {
  route(listCannedAnswers, (signedInCall, { params, query }) =>
    canned.list(toBotPerson(signedInCall), params.id, query),
  );
  route(createCannedAnswer, async (signedInCall, { params, body }) => ({
    data: await canned.create(toBotPerson(signedInCall), params.id, body),
  }));
  route(changeCannedAnswer, async (signedInCall, { params: { id, aid }, body }) => ({
    data: await canned.change(toBotPerson(signedInCall), id, aid, body),
  }));
  route(removeCannedAnswer, async (signedInCall, { params: { id, aid } }) => {
    await canned.remove(toBotPerson(signedInCall), id, aid);
    return { data: { id: aid } };
  });
}

function defineFlowRoutes(route: DefineRoute, flows: Bots["flows"]): void {
  route(listBotFlows, async (signedInCall, { params }) => ({
    data: await flows.list(toBotPerson(signedInCall), params.id),
  }));
  route(createBotFlow, async (signedInCall, { params, body }) => ({
    data: await flows.create(toBotPerson(signedInCall), params.id, body),
  }));
  route(getBotFlow, async (signedInCall, { params: { id, fid } }) => ({
    data: await flows.view(toBotPerson(signedInCall), id, fid),
  }));
  route(changeBotFlow, async (signedInCall, { params: { id, fid }, body }) => ({
    data: await flows.save(toBotPerson(signedInCall), id, fid, body),
  }));
  route(removeBotFlow, async (signedInCall, { params: { id, fid } }) => {
    await flows.remove(toBotPerson(signedInCall), id, fid);
    return { data: { id: fid } };
  });
  route(publishBotFlow, async (signedInCall, { params: { id, fid }, body }) => ({
    data: await flows.publish(toBotPerson(signedInCall), id, fid, body.revision),
  }));
  route(setBotFlowEnabled, async (signedInCall, { params: { id, fid }, body }) => ({
    data: await flows.enable(toBotPerson(signedInCall), id, fid, body.is_enabled),
  }));
  route(listBotFlowVersions, (signedInCall, { params: { id, fid }, query }) =>
    flows.versions(toBotPerson(signedInCall), id, fid, query),
  );
  route(getBotFlowVersion, async (signedInCall, { params: { id, fid, number } }) => ({
    data: await flows.version(toBotPerson(signedInCall), id, fid, number),
  }));
  route(republishBotFlowVersion, async (signedInCall, { params: { id, fid, number } }) => ({
    data: await flows.publishAgain(toBotPerson(signedInCall), id, fid, number),
  }));
  route(listBotFlowSaves, (signedInCall, { params: { id, fid }, query }) =>
    flows.saves(toBotPerson(signedInCall), id, fid, query),
  );
  route(getBotFlowSave, async (signedInCall, { params: { id, fid, number } }) => ({
    data: await flows.savedDraft(toBotPerson(signedInCall), id, fid, number),
  }));
  route(previewBotFlow, async (signedInCall, { params: { id, fid }, body }) => ({
    data: await flows.preview(toBotPerson(signedInCall), id, fid, body),
  }));
}

/** Creates the feature `bots`: its service, and the routes of its API calls. */
export const createBotsFeature = (dependencies: BotDependencies) =>
  withRoutes(createBots(dependencies), ({ route, httpServer }, bots) => {
    defineBotRoutes(route, bots);
    httpServer.addHook("preClose", async () => bots.sessions.endWaits());
  });
