import {
  approveTranslation,
  claimTranslation,
  createTranslation,
  getTranslation,
  handOverTranslation,
  listMyTranslations,
  listTranslationHistory,
  listTranslationQueue,
  rejectTranslation,
  releaseTranslation,
  requestTranslation,
  restoreTranslation,
  updateTranslation,
} from "@kakehashi/contract/translations";
import type { Route } from "../../kit/http/route.ts";
import type { Translations } from "./service.ts";

export function translationRoutes(route: Route, translations: Translations): void {
  route(listMyTranslations, ({ actor }, { query }) => translations.mine(actor.userId, query));
  route(listTranslationQueue, ({ actor }, { query }) => translations.queue(actor.userId, query));
  route(getTranslation, async ({ actor }, { params: { mid, language } }) => ({
    data: await translations.one(actor.userId, mid, language),
  }));
  route(listTranslationHistory, ({ actor }, { params: { mid, language }, query }) =>
    translations.history(actor.userId, mid, language, query),
  );
  route(createTranslation, async ({ actor }, { params: { mid, language }, body }) => ({
    data: await translations.submit(actor.userId, mid, language, body, false),
  }));
  route(updateTranslation, async ({ actor }, { params: { mid, language }, body }) => ({
    data: await translations.submit(actor.userId, mid, language, body, true),
  }));
  route(claimTranslation, async ({ actor }, { params: { mid, language } }) => ({
    data: await translations.claim(actor.userId, mid, language),
  }));
  route(releaseTranslation, async ({ actor }, { params: { mid, language } }) => ({
    data: await translations.release(actor.userId, mid, language),
  }));
  route(handOverTranslation, async ({ actor }, { params: { mid, language }, body }) => ({
    data: await translations.handOver(actor.userId, mid, language, body.user_id),
  }));
  route(approveTranslation, async ({ actor }, { params: { mid, language }, body }) => ({
    data: await translations.approve(actor.userId, mid, language, body.version),
  }));
  route(rejectTranslation, async ({ actor }, { params: { mid, language }, body }) => ({
    data: await translations.reject(actor.userId, mid, language, body.reason, body.version),
  }));
  route(requestTranslation, async ({ actor }, { params: { mid, language }, body }) => ({
    data: await translations.request(actor.userId, mid, language, body.reason, body.version),
  }));
  route(restoreTranslation, async ({ actor }, { params: { mid, language }, body }) => ({
    data: await translations.restore(actor.userId, mid, language, body.version),
  }));
}
