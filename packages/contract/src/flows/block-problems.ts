import type { AnswerChecks, BlockOf, FlowBlock, FlowItem } from "./blocks.ts";
import type { FlowGraph } from "./graph.ts";
import { platformLimits } from "./limits.ts";
import { expand, type FlowTexts, lengthOf, namesIn } from "./texts.ts";
import type { Note, ValidatorOptions } from "./validate.ts";

interface Around {
  readonly options: ValidatorOptions;
  readonly graph: FlowGraph;
  /** The ids of variables that get a value somewhere. */
  readonly written: ReadonlySet<string>;
}

type Limit = Exclude<keyof (typeof platformLimits)["WEB"], "replies" | "buttons">;

/** The problems that a block has by itself: its texts, variables, addresses and limits. */
export function checkBlock(block: FlowBlock, around: Around, note: Note): void {
  const texts = (field: string, value: FlowTexts, limit: Limit, isOptional = false) =>
    checkTexts(field, value, { limit, isOptional }, around, note);
  const template = (field: string, value: string) => checkNames(field, value, around, note);
  const variable = (field: string, id: string | null) => checkVariable(field, id, around, note);
  switch (block.type) {
    case "text":
      texts("text", block.text, "text");
      break;
    case "image":
    case "file":
      if (block.address === "") note("missing", "address");
      template("address", block.address);
      if (block.type === "image") texts("description", block.description, "text", true);
      else if (block.name.trim() === "") note("missing", "name");
      break;
    case "card":
      checkCard(block, around, note);
      break;
    case "choices":
      texts("text", block.text, "text");
      texts("retry", block.retry, "text", true);
      checkItems("items", block.items, around, note);
      break;
    case "ask":
      texts("text", block.text, "text");
      texts("retry", block.retry, "text", true);
      if (block.variable_id === null) note("missing", "variable_id");
      else if (!around.graph.names.has(block.variable_id))
        note("unknown_variable", "variable_id", block.variable_id);
      checkAnswer(block.answer, around, note);
      break;
    case "condition":
      for (const [at, { tests }] of block.items.entries()) {
        if (tests.length === 0) note("missing", `items.${at}.tests`);
        for (const [index, test] of tests.entries()) {
          variable(`items.${at}.tests.${index}.variable_id`, test.variable_id);
          template(`items.${at}.tests.${index}.value`, test.value);
        }
      }
      break;
    case "set":
      if (block.variable_id === null) note("missing", "variable_id");
      else if (!around.graph.names.has(block.variable_id))
        note("unknown_variable", "variable_id", block.variable_id);
      template("value", block.value);
      break;
    case "jump": {
      const { flowIds } = around.options;
      if (block.flow_id === null) note("missing", "flow_id");
      else if (flowIds && !flowIds.has(block.flow_id)) note("missing_target", "flow_id");
      break;
    }
    case "request":
      checkRequest(block, around, note);
      break;
    case "handoff":
      texts("text", block.text, "text", true);
      break;
    case "tag":
      if (block.tag.trim() === "") note("missing", "tag");
      break;
    case "wait":
    case "end":
      break;
    default:
      block satisfies never;
  }
}

/** A text that the bot says: there in each of its languages, unless it may be left out in all. */
function checkTexts(
  field: string,
  texts: FlowTexts,
  { limit, isOptional }: { limit: Limit; isOptional: boolean },
  around: Around,
  note: Note,
): void {
  const { languages, platforms } = around.options;
  const has = (language: keyof FlowTexts) => (texts[language] ?? "").trim() !== "";
  if (!languages.some(has)) {
    if (!isOptional) note("missing", field);
    return;
  }
  for (const language of languages) {
    const at = `${field}.${language}`;
    if (!has(language)) {
      note("missing_language", at, language);
      continue;
    }
    const text = texts[language] ?? "";
    checkNames(at, text, around, note);
    for (const platform of platforms) {
      const most = platformLimits[platform][limit];
      if (lengthOf(text) > most) note("text_too_long", at, platform, most);
    }
  }
}

function checkNames(field: string, text: string, { graph, written }: Around, note: Note): void {
  for (const name of namesIn(text)) {
    const ids = [...graph.names].filter(([, known]) => known === name).map(([id]) => id);
    if (ids.length === 0) note("unknown_variable", field, name);
    else if (!ids.some((id) => written.has(id))) note("never_set", field, name);
  }
}

/** A variable that is read. */
function checkVariable(field: string, id: string | null, { graph, written }: Around, note: Note): void {
  const name = id === null ? undefined : graph.names.get(id);
  if (id === null) note("missing", field);
  else if (name === undefined) note("unknown_variable", field, id);
  else if (!written.has(id)) note("never_set", field, name);
}

function checkItems(field: string, items: readonly FlowItem[], around: Around, note: Note): void {
  if (items.length === 0) note("missing", field);
  for (const platform of around.options.platforms) {
    const { replies } = platformLimits[platform];
    if (items.length > replies) note("too_many_choices", field, platform, replies);
  }
  for (const [at, { label }] of items.entries())
    checkTexts(`${field}.${at}.label`, label, { limit: "replyLabel", isOptional: false }, around, note);
}

function checkCard(block: BlockOf<"card">, around: Around, note: Note): void {
  checkTexts("title", block.title, { limit: "cardTitle", isOptional: false }, around, note);
  checkTexts("text", block.text, { limit: "cardText", isOptional: true }, around, note);
  checkTexts("retry", block.retry, { limit: "text", isOptional: true }, around, note);
  checkNames("image", block.image ?? "", around, note);
  for (const platform of around.options.platforms) {
    const { buttons } = platformLimits[platform];
    if (block.buttons.length > buttons) note("too_many_choices", "buttons", platform, buttons);
  }
  for (const [at, { label, address }] of block.buttons.entries()) {
    checkTexts(`buttons.${at}.label`, label, { limit: "buttonLabel", isOptional: false }, around, note);
    if (address === "") note("missing", `buttons.${at}.address`);
    checkNames(`buttons.${at}.address`, address ?? "", around, note);
  }
}

function checkAnswer(answer: AnswerChecks, around: Around, note: Note): void {
  if (answer.kind === "choice") checkItems("answer.items", answer.items, around, note);
  if (answer.kind === "text" && answer.minimum > answer.maximum) note("limits_crossed", "answer.minimum");
  if (answer.kind === "number") {
    const { minimum, maximum } = answer;
    if (minimum !== null && maximum !== null && minimum > maximum) note("limits_crossed", "answer.minimum");
  }
  if (answer.kind === "date") {
    const { earliest, latest } = answer;
    const areDays = earliest !== null && latest !== null && earliest !== "today" && latest !== "today";
    if (areDays && earliest > latest) note("limits_crossed", "answer.earliest");
  }
}

function checkRequest(block: BlockOf<"request">, around: Around, note: Note): void {
  if (block.address === "") note("missing", "address");
  checkNames("address", block.address, around, note);
  for (const [at, { value }] of block.headers.entries())
    checkNames(`headers.${at}.value`, value, around, note);
  for (const [at, { path, variable_id }] of block.saves.entries()) {
    if (path.trim() === "") note("missing", `saves.${at}.path`);
    if (variable_id === null) note("missing", `saves.${at}.variable_id`);
    else if (!around.graph.names.has(variable_id))
      note("unknown_variable", `saves.${at}.variable_id`, variable_id);
  }
  if (block.method === "GET") return;
  checkNames("body", block.body, around, note);
  if (block.body.trim() !== "" && !isJson(expand(block.body, () => "0", block.body.length)))
    note("not_json", "body");
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
