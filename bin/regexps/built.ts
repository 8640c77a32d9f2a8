import { protectedPartsPattern } from "../../apps/server/src/features/machine/mask.ts";
import {
  leadingUnspacedRunPattern,
  leadingWordPattern,
  textPiecePattern,
} from "../../apps/server/src/kit/text/fold.ts";
import { excessAccentsPattern } from "../../apps/web/app/features/messages/row/markdown.ts";
import { createMentionOrNamePattern } from "../../packages/contract/src/mentions.ts";
import { createBase64UrlPattern } from "../../packages/contract/src/push.ts";

/**
 * Source files that build regular expressions from parts. The check reads only literals, so each entry lists the
 * expressions that its file builds. If the check calls one of them slow, `safetyReason` says what limits the number of
 * characters that it reads.
 */
export const builtExpressions: readonly {
  path: string;
  expressions: readonly { expression: RegExp; safetyReason?: string }[];
}[] = [
  {
    path: "apps/server/src/kit/text/fold.ts",
    expressions: [textPiecePattern, leadingUnspacedRunPattern, leadingWordPattern].map((expression) => ({
      expression,
    })),
  },
  {
    path: "apps/server/src/features/machine/mask.ts",
    expressions: [{ expression: protectedPartsPattern }],
  },
  {
    path: "apps/web/app/features/messages/row/markdown.ts",
    expressions: [{ expression: excessAccentsPattern }],
  },
  {
    path: "packages/contract/src/mentions.ts",
    expressions: [
      {
        expression: createMentionOrNamePattern(["An", "An Nguyen", "愛子"]),
        safetyReason: "Each attempt reads at most 200 characters of a name, or one of the given names.",
      },
    ],
  },
  { path: "packages/contract/src/push.ts", expressions: [{ expression: createBase64UrlPattern(65) }] },
  // `openapi.ts` builds a regular expression only to validate a pattern of the contract, and never runs it.
  { path: "apps/server/src/kit/http/openapi.ts", expressions: [] },
];
