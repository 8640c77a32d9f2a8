import type { Language } from "../languages.ts";
import { type BlockOf, fallbackExitId } from "./blocks.ts";
import { isBranchTrue } from "./conditions.ts";
import { createEffectLog } from "./effect-log.ts";
import type { FaultReason, FlowEffect } from "./effects.ts";
import type { FlowEvent } from "./events.ts";
import { type FlowMessageEvent, isQuestion, storeAnswerAndFindExit } from "./exits.ts";
import type { Flow } from "./flow.ts";
import { asksVisitor, getFlowGraph, type PlacedBlock } from "./graph.ts";
import { maximumStepsPerTurn } from "./limits.ts";
import { createRequest, extractVariablesFromResponse } from "./requests.ts";
import type { FlowSession, SessionAtBlockStart, SessionPosition } from "./session.ts";
import { createTurnTags } from "./tags.ts";
import { createTurnVariables } from "./variables.ts";
import { createMessageWriter } from "./voice.ts";

/** A flow that a session runs, with the bot's languages. The first language is the default. */
export interface FlowWithLanguages {
  readonly flow: Flow;
  readonly languages: readonly Language[];
}

export interface FlowTurnResult {
  /** The session after the event. If nothing changed, this is the same object as the session before. */
  readonly session: FlowSession;
  readonly effects: readonly FlowEffect[];
}

/**
 * Runs a flow from one event until it waits for the next event or ends.
 *
 * This is a pure function: the same flow, session and event always give the same result, so a session can be replayed.
 * It runs at most `maximumStepsPerTurn` blocks and sends at most `maximumTurnBytes`. It never throws for a flow that
 * `flowSchema` accepts.
 *
 * The event `start` begins the flow, or the next flow after a jump. An unexpected event changes nothing, for example a
 * message during a hand-over or a timer with an old token.
 *
 * `onBlockStart` runs at the beginning of each block. Only the first block receives the event.
 */
export function runFlowTurn(
  runnableFlow: FlowWithLanguages,
  session: FlowSession,
  event: FlowEvent,
  onBlockStart?: (start: SessionAtBlockStart) => void,
): FlowTurnResult {
  const flowRun = createFlowRun(runnableFlow, session, onBlockStart);
  const { state } = session;
  const unchangedResult: FlowTurnResult = { session, effects: [] };
  switch (event.type) {
    case "start":
      flowRun.begin(state.kind === "jumping" ? state : { steps: 0, bytes: 0 });
      break;
    case "message":
      if (state.kind !== "asking") return unchangedResult;
      flowRun.answer(state, event);
      break;
    case "timer":
      if (state.kind !== "waiting" || state.token !== event.token) return unchangedResult;
      flowRun.continueAfter(state.block_id);
      break;
    case "response":
      if (state.kind !== "requesting" || state.token !== event.token) return unchangedResult;
      flowRun.respond(state.block_id, event);
      break;
    case "resume":
      if (state.kind !== "handed_over") return unchangedResult;
      flowRun.continueAfter(state.block_id);
      break;
  }
  return flowRun.result();
}

type AskingState = Extract<SessionPosition, { kind: "asking" }>;
type ResponseEvent = Extract<FlowEvent, { type: "response" }>;

/** The result of running a block: either the next block, or the state in which the turn ends. */
type BlockOutcome = { readonly next: PlacedBlock | undefined } | { readonly state: SessionPosition };

function createFlowRun(
  { flow, languages }: FlowWithLanguages,
  sessionBefore: FlowSession,
  onBlockStart?: (start: SessionAtBlockStart) => void,
) {
  const graph = getFlowGraph(flow);
  const { language } = sessionBefore;
  const variables = createTurnVariables(graph, sessionBefore.variables);
  const log = createEffectLog();
  const { add, effects } = log;
  const tags = createTurnTags(sessionBefore.tags, add);
  const messageWriter = createMessageWriter({ language, languages, lookUp: variables.get, add });
  /** The number of the current turn. It is also the token of a timer or request that the turn starts. */
  const turnNumber = sessionBefore.turn + 1;
  let state: SessionPosition = sessionBefore.state;
  let steps = 0;

  const reportBlockStart = (block_id: string) =>
    onBlockStart?.({
      block_id,
      turnEffectCount: effects.length,
      variables: variables.list(),
      tags: tags.list(),
    });

  function end(effect: FlowEffect = { type: "end" }): void {
    add(effect);
    state = { kind: "ended" };
  }
  function endWithFault(reason: FaultReason, blockId: string): void {
    messageWriter.fault(blockId);
    end({ type: "fault", reason, block_id: blockId });
  }

  /** Runs blocks of a flow one by one until a block waits or the flow ends. */
  function runBlocksFrom(firstBlock: PlacedBlock | undefined): void {
    let placedBlock = firstBlock;
    while (placedBlock) {
      if (steps >= maximumStepsPerTurn) {
        endWithFault("steps", placedBlock.block.id);
        return;
      }
      steps++;
      reportBlockStart(placedBlock.block.id);
      const count = effects.length;
      const blockOutcome = runBlock(placedBlock);
      if (log.isTooLong()) {
        // The messages of this block would exceed the turn's limit, so none of them is sent. Messages of the blocks
        // before it are sent.
        log.cutTo(count);
        endWithFault("bytes", placedBlock.block.id);
        return;
      }
      if ("state" in blockOutcome) {
        state = blockOutcome.state;
        return;
      }
      placedBlock = blockOutcome.next;
    }
    end();
  }

  function runBlock(placedBlock: PlacedBlock): BlockOutcome {
    const { block } = placedBlock;
    switch (block.type) {
      case "text":
        messageWriter.text(block, block.text);
        return { next: graph.nextBlock(placedBlock) };
      case "image":
      case "file":
        messageWriter.media(block);
        return { next: graph.nextBlock(placedBlock) };
      case "card":
      case "choices":
      case "ask":
        messageWriter.question(block);
        return asksVisitor(block)
          ? { state: { kind: "asking", block_id: block.id, tries: 0 } }
          : { next: graph.nextBlock(placedBlock) };
      case "condition": {
        const conditionBranch = block.items.find((item) =>
          isBranchTrue(item, { get: variables.byId, fillVariables: variables.fill }),
        );
        return { next: graph.nextBlock(placedBlock, conditionBranch?.id ?? fallbackExitId) };
      }
      case "set":
        variables.apply(block);
        return { next: graph.nextBlock(placedBlock) };
      case "tag":
        tags.apply(block);
        return { next: graph.nextBlock(placedBlock) };
      case "end":
        add({ type: "end" });
        return { state: { kind: "ended" } };
      default:
        return runExternalBlock(placedBlock, block);
    }
  }

  /** Runs a block that ends the turn: it waits for a timer, another server or people, or jumps to another flow. */
  function runExternalBlock(
    placedBlock: PlacedBlock,
    block: BlockOf<"wait" | "jump" | "request" | "handoff">,
  ): BlockOutcome {
    const { id: block_id } = block;
    switch (block.type) {
      case "wait":
        add({ type: "wait", block_id, token: turnNumber, seconds: block.seconds });
        return { state: { kind: "waiting", block_id, token: turnNumber } };
      case "jump":
        if (block.flow_id === null) return { next: undefined };
        add({ type: "jump", block_id, flow_id: block.flow_id });
        return { state: { kind: "jumping", flow_id: block.flow_id, steps, bytes: log.bytes() } };
      case "request":
        if (block.address === "") return { next: graph.nextBlock(placedBlock, fallbackExitId) };
        add(createRequest(block, turnNumber, variables.get));
        return { state: { kind: "requesting", block_id, token: turnNumber } };
      case "handoff":
        messageWriter.text(block, block.text);
        add({ type: "handoff", block_id });
        return { state: { kind: "handed_over", block_id } };
    }
  }

  return {
    begin(progressBefore: { steps: number; bytes: number }): void {
      steps = progressBefore.steps;
      log.startAtBytes(progressBefore.bytes);
      for (const { id, name, initial } of flow.variables)
        if (initial !== null && variables.get(name) === undefined) variables.set(id, initial);
      runBlocksFrom(graph.firstBlockOf(flow.start));
    },
    answer({ block_id, tries }: AskingState, event: FlowMessageEvent): void {
      reportBlockStart(block_id);
      const placedBlock = graph.blocks.get(block_id);
      const block = placedBlock?.block;
      if (!placedBlock || !isQuestion(block)) {
        endWithFault("block", block_id);
        return;
      }
      const chosenExit = storeAnswerAndFindExit(block, event, { language, set: variables.set });
      const mustTakeElseExit =
        tries + 1 >= block.tries && graph.targetGroupIdOf(block.id, fallbackExitId) !== undefined;
      if (chosenExit) runBlocksFrom(graph.nextBlock(placedBlock, chosenExit.item));
      else if (mustTakeElseExit) runBlocksFrom(graph.nextBlock(placedBlock, fallbackExitId));
      else {
        state = { kind: "asking", block_id, tries: Math.min(tries + 1, 100) };
        messageWriter.retry(block);
      }
    },
    respond(blockId: string, { status, body }: ResponseEvent): void {
      reportBlockStart(blockId);
      const placedBlock = graph.blocks.get(blockId);
      if (placedBlock?.block.type !== "request") {
        endWithFault("block", blockId);
        return;
      }
      const isAnswered = status >= 200 && status < 300;
      if (isAnswered)
        for (const [id, value] of extractVariablesFromResponse(placedBlock.block, body))
          variables.set(id, value);
      runBlocksFrom(graph.nextBlock(placedBlock, isAnswered ? undefined : fallbackExitId));
    },
    continueAfter(blockId: string): void {
      reportBlockStart(blockId);
      const placedBlock = graph.blocks.get(blockId);
      if (placedBlock) runBlocksFrom(graph.nextBlock(placedBlock));
      else endWithFault("block", blockId);
    },
    result: (): FlowTurnResult => ({
      session: { language, variables: variables.list(), tags: tags.list(), state, turn: turnNumber },
      effects,
    }),
  };
}
