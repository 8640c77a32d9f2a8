export default {
  /** Texts of the pane in which translations of a story are requested. */
  pane_translations: "Translations",
  translationsNote:
    "All texts of this bot: stories, articles, phrases, canned answers and scheduled broadcasts. A translator of the bot writes them at the translators’ desk.",
  textsMissing_one: "{{count}} text is missing",
  textsMissing_other: "{{count}} texts are missing",
  textsOutdated: "{{count}} outdated",
  textsComplete: "All texts are there",
  textsAsked: "Requested by {{name}} · {{ago}}",
  textsWorking: "At it now: {{names}}",
  textsNobodyYet: "Nobody is at it right now",
  textsDone: "Translated · {{ago}}",
  textsNoTranslator: "Nobody in this bot translates these texts.",
  textsAddTranslator: "Add a translator",
  textsAsk: "Request translation",
  textsAskMissing: "Request missing translations",
  textsWithdraw: "Take the request back",
  outdatedHere: "Outdated in this story",
  outdatedBlock: "The text that this was translated from has changed. Check it, or request a translation.",
};
