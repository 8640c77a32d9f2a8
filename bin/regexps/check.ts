import { parseSync, Visitor } from "oxc-parser";
import { check } from "recheck";

// The library `recheck` has a native program for some platforms, and runs as JavaScript on the others. The native
// program is ten times as fast.

export interface FoundExpression {
  path: string;
  line: number;
  /** The expression as it stands in the source, such as `/a+/g`. */
  text: string;
  pattern: string;
  flags: string;
}

/**
 * The limit counts characters and not time, so that a busy computer gives the same result. An expression counts as slow
 * if it reads more than `attackLimit` characters in total while it matches a text of `maxAttackStringSize` characters.
 * `attackLimit` is 500 times the length of this text.
 */
const checkLimits = {
  attackLimit: 5_000_000,
  maxAttackStringSize: 10_000,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  /**
   * The time limit in milliseconds for checking one expression, far more than a check should need. An expression whose
   * check takes longer counts as slow.
   */
  timeout: 120_000,
  // With a fixed seed, every run tries the same texts.
  randomSeed: 1,
};

/** Returns the regular expression literals of a source file. Throws if the file cannot be parsed. */
export function readExpressions(path: string, source: string): FoundExpression[] {
  const { program, errors } = parseSync(path, source);
  if (errors[0]) throw new SyntaxError(`${path}: ${errors[0].message}`);
  const expressions: FoundExpression[] = [];
  new Visitor({
    Literal(node) {
      if (!("regex" in node)) return;
      const { pattern, flags } = node.regex;
      const line = source.slice(0, node.start).split("\n").length;
      expressions.push({ path, line, text: `/${pattern}/${flags}`, pattern, flags });
    },
  }).visit(program);
  return expressions;
}

/** Returns the line numbers at which a source file calls `RegExp` to build a regular expression. */
export function findRegExpCalls(path: string, source: string): number[] {
  const lines: number[] = [];
  const addLine = ({ callee, start }: { callee: object; start: number }) => {
    if ("name" in callee && callee.name === "RegExp") lines.push(source.slice(0, start).split("\n").length);
  };
  new Visitor({ NewExpression: addLine, CallExpression: addLine }).visit(parseSync(path, source).program);
  return lines;
}

/**
 * Returns why an expression may need more than linear time in the length of its input, or null if it needs only linear
 * time.
 */
export async function findSlowReason({
  pattern,
  flags,
}: Pick<FoundExpression, "pattern" | "flags">): Promise<string | null> {
  const checkResult = await check(pattern, flags, checkLimits);
  if (checkResult.status === "safe") return null;
  if (checkResult.status === "vulnerable") return checkResult.complexity.summary;
  return `cannot be judged (${checkResult.error.kind})`;
}
