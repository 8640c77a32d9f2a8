import {
  claimBotText,
  handOverBotText,
  listBotTextTranslatorCandidates,
  releaseBotTextClaim,
} from "@kakehashi/contract/bot-text-claims";
import {
  getBotTranslationStatus,
  requestBotTextTranslations,
  withdrawBotTextTranslationsRequest,
} from "@kakehashi/contract/bot-text-requests";
import {
  getBotText,
  listBotTextSuggestions,
  listBotTexts,
  listBotTranslationJobs,
  listOwnBotTranslations,
  saveBotTextDraft,
  translateBotText,
} from "@kakehashi/contract/bot-texts";
import type { Language } from "@kakehashi/contract/languages";
import type { SignedInCall } from "../../kit/http/call.ts";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { auditAuthorOf } from "../audit/service.ts";
import { type BotTextDependencies, type BotTexts, createBotTexts } from "./service.ts";
import type { TextReference } from "./waiting.ts";

const toAuditedPerson = (signedInCall: SignedInCall) => ({
  ...auditAuthorOf(signedInCall),
  userId: signedInCall.actor.userId,
  isAdmin: signedInCall.actor.role === "admin",
});

interface BotTextParams {
  readonly id: string;
  readonly container: string;
  readonly field: string;
  readonly language: Language;
}
const toTextReference = ({ id, container, field, language }: BotTextParams): TextReference => ({
  botId: id,
  container_id: container,
  field,
  language,
});

export function defineBotTextRoutes(route: DefineRoute, botTexts: BotTexts): void {
  route(getBotTranslationStatus, async (signedInCall, { params }) => ({
    data: await botTexts.overview(toAuditedPerson(signedInCall), params.id),
  }));
  route(requestBotTextTranslations, async (signedInCall, { params: { id, language } }) => ({
    data: await botTexts.askForTranslations(toAuditedPerson(signedInCall), id, language),
  }));
  route(withdrawBotTextTranslationsRequest, async (signedInCall, { params: { id, language } }) => ({
    data: await botTexts.withdraw(toAuditedPerson(signedInCall), id, language),
  }));
  route(listBotTranslationJobs, async (signedInCall) => ({
    data: await botTexts.jobs(toAuditedPerson(signedInCall)),
  }));
  route(listBotTexts, (signedInCall, { params: { id, language }, query }) =>
    botTexts.list(toAuditedPerson(signedInCall), id, language, query),
  );
  route(listOwnBotTranslations, async (signedInCall, { query }) => ({
    data: await botTexts.own(toAuditedPerson(signedInCall), query.into ?? null),
  }));
  route(listBotTextTranslatorCandidates, async (signedInCall, { params }) => ({
    data: await botTexts.people(toAuditedPerson(signedInCall), toTextReference(params)),
  }));
  route(handOverBotText, async (signedInCall, { params, body }) => ({
    data: await botTexts.handOver(toAuditedPerson(signedInCall), toTextReference(params), body),
  }));
  route(getBotText, async (signedInCall, { params }) => ({
    data: await botTexts.view(toAuditedPerson(signedInCall), toTextReference(params)),
  }));
  route(listBotTextSuggestions, async (signedInCall, { params }) => ({
    data: await botTexts.suggest(
      toAuditedPerson(signedInCall),
      toTextReference(params),
      signedInCall.language,
    ),
  }));
  route(claimBotText, async (signedInCall, { params }) => ({
    data: await botTexts.claim(toAuditedPerson(signedInCall), toTextReference(params)),
  }));
  route(releaseBotTextClaim, async (signedInCall, { params }) => ({
    data: await botTexts.release(toAuditedPerson(signedInCall), toTextReference(params)),
  }));
  route(saveBotTextDraft, async (signedInCall, { params, body }) => ({
    data: await botTexts.saveDraft(toAuditedPerson(signedInCall), toTextReference(params), body.content),
  }));
  route(translateBotText, async (signedInCall, { params, body }) => ({
    data: await botTexts.translate(toAuditedPerson(signedInCall), toTextReference(params), body),
  }));
}

/** Creates the feature `bot-texts`: its service, and the routes of its API calls. */
export const createBotTextsFeature = (dependencies: BotTextDependencies) =>
  withRoutes(createBotTexts(dependencies), ({ route }, botTexts) => {
    defineBotTextRoutes(route, botTexts);
  });
