/**
 * The type of each JSON column: the name of a contract type and its file. The column is written as text
 * (`toJson`) and read as a value. `npm run db:types` puts these types into schema.generated.ts.
 */
export const jsonColumns: Readonly<Record<string, { type: string; isList?: true; from: string }>> = {
  "audit_log.details": { type: "AuditDetails", from: "audit" },
  "bot_articles.buttons": { type: "BotArticleButton", isList: true, from: "bot-articles" },
  "bot_articles.text": { type: "FlowTexts", from: "flows/texts" },
  "bot_articles.title": { type: "FlowTexts", from: "flows/texts" },
  "bot_canned_answers.text": { type: "FlowTexts", from: "flows/texts" },
  "bot_flow_saves.flow": { type: "Flow", from: "flows/flow" },
  "bot_phrases.answer": { type: "FlowTexts", from: "flows/texts" },
  "bot_sessions.state": { type: "FlowSession", from: "flows/session" },
  "bot_turns.effects": { type: "FlowEffect", isList: true, from: "flows/session" },
  "bot_turns.event": { type: "FlowEvent", from: "flows/session" },
  "bot_turns.ran": { type: "SavePlace", isList: true, from: "flows/session" },
  "bots.hours": { type: "BusinessHours", from: "flows/file" },
  "categories.names": { type: "StoredNames", from: "catalogue" },
  "currencies.names": { type: "StoredNames", from: "catalogue" },
  "firm.facts": { type: "FirmFacts", from: "firm" },
  "import_changes.before": { type: "UnitBefore", from: "imports" },
  "imports.problem": { type: "ImportProblemData", from: "imports" },
  "imports.skipped": { type: "SkippedCounts", from: "imports" },
  "link_previews.found": { type: "LinkPreview", from: "previews" },
  "messages.files": { type: "StoredFile", isList: true, from: "files" },
  "messages.previews": { type: "LinkPreview", isList: true, from: "previews" },
  "messages.translations": { type: "MessageTranslation", isList: true, from: "translation-states" },
  "messages.reactions": { type: "Reaction", isList: true, from: "messages" },
  "notifications.data": { type: "NotificationData", from: "notifications" },
  "price_plans.words_en": { type: "PlanWords", from: "plans" },
  "price_plans.words_vi": { type: "PlanWords", from: "plans" },
  "users.settings": { type: "StoredSettings", from: "user-settings" },
};
