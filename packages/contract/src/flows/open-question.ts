import type { Language } from "../languages.ts";
import { createEffectLog } from "./effect-log.ts";
import type { FlowEffect } from "./effects.ts";
import { isQuestion } from "./exits.ts";
import { getFlowGraph } from "./graph.ts";
import type { FlowWithLanguages } from "./run.ts";
import type { FlowSession } from "./session.ts";
import { createTurnVariables } from "./variables.ts";
import { createMessageWriter } from "./voice.ts";

/**
 * Returns the messages that ask the session's open question again in `language`. Returns none if no question is open,
 * or if the question reads the same in the session's language.
 */
export function repeatOpenQuestionInLanguage(
  { flow, languages }: FlowWithLanguages,
  session: FlowSession,
  language: Language,
): FlowEffect[] {
  const { state } = session;
  if (state.kind !== "asking") return [];
  const graph = getFlowGraph(flow);
  const block = flow.groups.flatMap(({ blocks }) => blocks).find(({ id }) => id === state.block_id);
  if (!block || !isQuestion(block)) return [];
  const variables = createTurnVariables(graph, session.variables);
  const createQuestionMessages = (questionLanguage: Language): FlowEffect[] => {
    const { add, effects } = createEffectLog();
    createMessageWriter({ language: questionLanguage, languages, lookUp: variables.get, add }).question(
      block,
    );
    return effects;
  };
  const question = createQuestionMessages(language);
  return JSON.stringify(question) === JSON.stringify(createQuestionMessages(session.language))
    ? []
    : question;
}
