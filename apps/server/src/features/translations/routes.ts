import { getTranslationDraft, saveTranslationDraft } from "@kakehashi/contract/translation-drafts";
import { downloadTranslationFigures, getTranslationFigures } from "@kakehashi/contract/translation-figures";
import { listTranslationHistory, restoreTranslation } from "@kakehashi/contract/translation-history";
import { searchHandOverCandidates } from "@kakehashi/contract/translation-people";
import { listTranslationQuestions } from "@kakehashi/contract/translation-questions";
import {
  approveExactHits,
  listMyTranslations,
  listTranslationQueue,
  listUnapprovedExactHits,
} from "@kakehashi/contract/translation-queue";
import {
  approveTranslation,
  askAuthor,
  claimTranslation,
  createTranslation,
  getTranslation,
  handOverTranslation,
  rejectTranslation,
  releaseTranslation,
  requestRetranslation,
  updateTranslation,
} from "@kakehashi/contract/translations";
import { createCsvDownload } from "../../kit/http/csv-download.ts";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { formatFiguresCsv } from "./figures-csv.ts";
import { createTranslations, type TranslationDependencies, type Translations } from "./service.ts";

export function defineTranslationRoutes(route: DefineRoute, translations: Translations): void {
  route(listMyTranslations, ({ actor }, { query }) => translations.listOwn(actor.userId, query));
  route(listTranslationQueue, ({ actor }, { query }) => translations.queue(actor.userId, query));
  route(getTranslationFigures, async ({ actor }, { query }) => ({
    data: await translations.figures(actor, query),
  }));
  route(downloadTranslationFigures, async ({ actor, language }, { query }) => {
    const figures = await translations.figures(actor, query);
    return createCsvDownload(
      `translations ${figures.from} ${figures.to}`,
      formatFiguresCsv(figures, language),
    );
  });
  route(listUnapprovedExactHits, ({ actor }, { query }) => translations.listMemoryHits(actor.userId, query));
  route(approveExactHits, async ({ actor }, { body }) => ({
    data: await translations.approveHits(actor.userId, body.units),
  }));
  route(askAuthor, async ({ actor }, { params: { mid, language }, body }) => ({
    data: await translations.askAuthor(actor, mid, language, body),
  }));
  route(getTranslation, async ({ actor }, { params: { mid, language } }) => ({
    data: await translations.findOne(actor.userId, mid, language),
  }));
  route(getTranslationDraft, async ({ actor }, { params: { mid, language } }) => ({
    data: await translations.findDraft(actor.userId, mid, language),
  }));
  route(saveTranslationDraft, async ({ actor }, { params: { mid, language }, body }) => ({
    data: await translations.saveDraft(actor.userId, mid, language, body),
  }));
  route(listTranslationHistory, ({ actor }, { params: { mid, language }, query }) =>
    translations.listHistory(actor.userId, mid, language, query),
  );
  route(searchHandOverCandidates, ({ actor }, { params: { mid, language }, query }) =>
    translations.people(actor.userId, mid, language, query),
  );
  route(listTranslationQuestions, ({ actor }, { params: { mid, language }, query }) =>
    translations.questions(actor.userId, mid, language, query),
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
    data: await translations.handOver(actor.userId, mid, language, body),
  }));
  route(approveTranslation, async ({ actor }, { params: { mid, language }, body }) => ({
    data: await translations.approve(actor.userId, mid, language, body),
  }));
  route(rejectTranslation, async ({ actor }, { params: { mid, language }, body }) => ({
    data: await translations.reject(actor.userId, mid, language, body),
  }));
  route(requestRetranslation, async ({ actor }, { params: { mid, language }, body }) => ({
    data: await translations.request(actor.userId, mid, language, body),
  }));
  route(restoreTranslation, async ({ actor }, { params: { mid, language }, body }) => ({
    data: await translations.restore(actor.userId, mid, language, body),
  }));
}

/** Creates the service of this feature and registers its API routes. */
export const createTranslationsFeature = (dependencies: TranslationDependencies) =>
  withRoutes(createTranslations(dependencies), ({ route }, translations) => {
    defineTranslationRoutes(route, translations);
  });
