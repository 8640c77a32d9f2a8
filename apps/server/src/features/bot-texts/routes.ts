import {
  claimBotText,
  handOverBotText,
  listBotTextPeople,
  releaseBotText,
} from "@kakehashi/contract/bot-text-claims";
import {
  getBotTextStatus,
  requestBotTextTranslations,
  withdrawBotTextRequest,
} from "@kakehashi/contract/bot-text-requests";
import {
  getBotText,
  listBotTextJobs,
  listBotTextSuggestions,
  listBotTexts,
  listOwnBotTexts,
  saveBotTextDraft,
  translateBotText,
} from "@kakehashi/contract/bot-texts";
import type { Language } from "@kakehashi/contract/languages";
import type { SignedInCall } from "../../kit/http/call.ts";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { authorOf } from "../audit/service.ts";
import { type BotTextDependencies, type BotTexts, createBotTexts } from "./service.ts";
import type { TextReference } from "./waiting.ts";

const personOf = (call: SignedInCall) => ({
  ...authorOf(call),
  userId: call.actor.userId,
  isAdmin: call.actor.role === "admin",
});

interface BotTextParams {
  readonly id: string;
  readonly container: string;
  readonly field: string;
  readonly language: Language;
}
const textReferenceOf = ({ id, container, field, language }: BotTextParams): TextReference => ({
  botId: id,
  container_id: container,
  field,
  language,
});

export function botTextRoutes(route: DefineRoute, texts: BotTexts): void {
  route(getBotTextStatus, async (call, { params }) => ({
    data: await texts.overview(personOf(call), params.id),
  }));
  route(requestBotTextTranslations, async (call, { params: { id, language } }) => ({
    data: await texts.askForTranslations(personOf(call), id, language),
  }));
  route(withdrawBotTextRequest, async (call, { params: { id, language } }) => ({
    data: await texts.withdraw(personOf(call), id, language),
  }));
  route(listBotTextJobs, async (call) => ({ data: await texts.jobs(personOf(call)) }));
  route(listBotTexts, (call, { params: { id, language }, query }) =>
    texts.list(personOf(call), id, language, query),
  );
  route(listOwnBotTexts, async (call, { query }) => ({
    data: await texts.own(personOf(call), query.into ?? null),
  }));
  route(listBotTextPeople, async (call, { params }) => ({
    data: await texts.people(personOf(call), textReferenceOf(params)),
  }));
  route(handOverBotText, async (call, { params, body }) => ({
    data: await texts.handOver(personOf(call), textReferenceOf(params), body),
  }));
  route(getBotText, async (call, { params }) => ({
    data: await texts.view(personOf(call), textReferenceOf(params)),
  }));
  route(listBotTextSuggestions, async (call, { params }) => ({
    data: await texts.suggest(personOf(call), textReferenceOf(params), call.language),
  }));
  route(claimBotText, async (call, { params }) => ({
    data: await texts.claim(personOf(call), textReferenceOf(params)),
  }));
  route(releaseBotText, async (call, { params }) => ({
    data: await texts.release(personOf(call), textReferenceOf(params)),
  }));
  route(saveBotTextDraft, async (call, { params, body }) => ({
    data: await texts.saveDraft(personOf(call), textReferenceOf(params), body.content),
  }));
  route(translateBotText, async (call, { params, body }) => ({
    data: await texts.translate(personOf(call), textReferenceOf(params), body),
  }));
}

/** Creates the feature `bot-texts`: its service, and the routes of its API calls. */
export const createBotTextsFeature = (dependencies: BotTextDependencies) =>
  withRoutes(createBotTexts(dependencies), ({ route }, botTexts) => {
    botTextRoutes(route, botTexts);
  });
