import { isPrivateHost, parseUrlHost } from "../bot-requests.ts";
import type { AnswerChecks, AnswerOption } from "./answer-checks.ts";
import type { LimitedTextKind } from "./block-texts.ts";
import type { BlockOf, FlowBlock } from "./blocks.ts";
import {
  type BlockCheckContext,
  checkReadVariable,
  checkTexts,
  checkVariableNames,
  checkWrittenVariable,
} from "./field-problems.ts";
import { platformLimits } from "./limits.ts";
import type { AddProblem } from "./problems.ts";
import { canBecomeNumber, cleanTag, fillPlaceholders, type PartialTextsByLanguage } from "./texts.ts";

/**
 * Finds the problems of one block of a flow, in its texts, variables, URLs and limits. Its edges are checked in
 * `validate.ts`.
 */
export function checkBlock(block: FlowBlock, context: BlockCheckContext, addProblem: AddProblem): void {
  const checkField = (
    field: string,
    value: PartialTextsByLanguage,
    limit: LimitedTextKind,
    isOptional = false,
  ) => checkTexts(field, value, { limit, isOptional }, context, addProblem);
  const checkTemplate = (field: string, value: string) =>
    checkVariableNames(field, value, context, addProblem);
  const checkReadVariableId = (field: string, id: string | null) =>
    checkReadVariable(field, id, context, addProblem);
  switch (block.type) {
    case "text":
      checkField("text", block.text, "text");
      break;
    case "image":
    case "file":
      if (block.address === "") addProblem("missing", "address");
      checkTemplate("address", block.address);
      if (block.type === "image") checkField("description", block.description, "text", true);
      else if (block.name.trim() === "") addProblem("missing", "name");
      break;
    case "card":
      checkCardBlock(block, context, addProblem);
      break;
    case "choices":
      checkField("text", block.text, "text");
      checkField("retry", block.retry, "text", true);
      checkItems("items", block.items, context, addProblem);
      break;
    case "ask":
      checkField("text", block.text, "text");
      checkField("retry", block.retry, "text", true);
      checkWrittenVariable("variable_id", block.variable_id, context, addProblem);
      checkAnswer(block.answer, context, addProblem);
      break;
    case "condition":
      for (const [itemIndex, { tests }] of block.items.entries()) {
        if (tests.length === 0) addProblem("missing", `items.${itemIndex}.tests`);
        for (const [index, conditionTest] of tests.entries()) {
          checkReadVariableId(`items.${itemIndex}.tests.${index}.variable_id`, conditionTest.variable_id);
          checkTemplate(`items.${itemIndex}.tests.${index}.value`, conditionTest.value);
        }
      }
      break;
    case "set":
      checkWrittenVariable("variable_id", block.variable_id, context, addProblem);
      checkTemplate("value", block.value);
      if (block.operation === "add" && !canBecomeNumber(block.value)) addProblem("not_number", "value");
      break;
    case "jump": {
      const { flowIds } = context.options;
      if (block.flow_id === null) addProblem("missing", "flow_id");
      else if (flowIds && !flowIds.has(block.flow_id)) addProblem("missing_target", "flow_id");
      break;
    }
    case "request":
      checkRequestBlock(block, context, addProblem);
      break;
    case "handoff":
      checkField("text", block.text, "text", true);
      break;
    case "tag":
      if (cleanTag(block.tag) === "") addProblem("missing", "tag");
      break;
    case "wait":
    case "end":
      break;
    default:
      block satisfies never;
  }
}

function checkItems(
  field: string,
  items: readonly AnswerOption[],
  context: BlockCheckContext,
  addProblem: AddProblem,
): void {
  if (items.length === 0) addProblem("missing", field);
  for (const platform of context.options.platforms) {
    const { replies } = platformLimits[platform];
    if (items.length > replies) addProblem("too_many_choices", field, platform, replies);
  }
  for (const [itemIndex, { label }] of items.entries())
    checkTexts(
      `${field}.${itemIndex}.label`,
      label,
      { limit: "replyLabel", isOptional: false },
      context,
      addProblem,
    );
}

function checkCardBlock(block: BlockOf<"card">, context: BlockCheckContext, addProblem: AddProblem): void {
  checkTexts("title", block.title, { limit: "cardTitle", isOptional: false }, context, addProblem);
  checkTexts("text", block.text, { limit: "cardText", isOptional: true }, context, addProblem);
  checkTexts("retry", block.retry, { limit: "text", isOptional: true }, context, addProblem);
  checkVariableNames("image", block.image ?? "", context, addProblem);
  for (const platform of context.options.platforms) {
    const { buttons } = platformLimits[platform];
    if (block.buttons.length > buttons) addProblem("too_many_choices", "buttons", platform, buttons);
  }
  for (const [buttonIndex, { label, address }] of block.buttons.entries()) {
    checkTexts(
      `buttons.${buttonIndex}.label`,
      label,
      { limit: "buttonLabel", isOptional: false },
      context,
      addProblem,
    );
    if (address === "") addProblem("missing", `buttons.${buttonIndex}.address`);
    checkVariableNames(`buttons.${buttonIndex}.address`, address ?? "", context, addProblem);
  }
}

function checkAnswer(answerChecks: AnswerChecks, context: BlockCheckContext, addProblem: AddProblem): void {
  if (answerChecks.kind === "choice") checkItems("answer.items", answerChecks.items, context, addProblem);
  if (answerChecks.kind === "text" && answerChecks.minimum > answerChecks.maximum)
    addProblem("limits_crossed", "answer.minimum");
  if (answerChecks.kind === "number") {
    const { minimum, maximum } = answerChecks;
    if (minimum !== null && maximum !== null && minimum > maximum)
      addProblem("limits_crossed", "answer.minimum");
  }
  if (answerChecks.kind === "date") {
    const { earliest, latest } = answerChecks;
    const areBothDays = earliest !== null && latest !== null && earliest !== "today" && latest !== "today";
    if (areBothDays && earliest > latest) addProblem("limits_crossed", "answer.earliest");
  }
}

function checkRequestBlock(
  block: BlockOf<"request">,
  context: BlockCheckContext,
  addProblem: AddProblem,
): void {
  if (block.address === "") addProblem("missing", "address");
  const { allowedRequestHosts } = context.options;
  const host = parseUrlHost(block.address);
  if (host !== null && isPrivateHost(host)) addProblem("private_host", "address", host.slice(0, 200));
  else if (host !== null && allowedRequestHosts && !allowedRequestHosts.includes(host))
    addProblem("unlisted_host", "address", host.slice(0, 200));
  checkVariableNames("address", block.address, context, addProblem);
  for (const [headerIndex, { value }] of block.headers.entries())
    checkVariableNames(`headers.${headerIndex}.value`, value, context, addProblem);
  for (const [savedValueIndex, { path, variable_id }] of block.saves.entries()) {
    if (path.trim() === "") addProblem("missing", `saves.${savedValueIndex}.path`);
    checkWrittenVariable(`saves.${savedValueIndex}.variable_id`, variable_id, context, addProblem);
  }
  if (block.method === "GET") return;
  checkVariableNames("body", block.body, context, addProblem);
  if (block.body.trim() !== "" && !isJson(fillPlaceholders(block.body, () => "0", block.body.length)))
    addProblem("not_json", "body");
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
