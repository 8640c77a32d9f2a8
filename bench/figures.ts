/** A measured value that the project publishes, such as posts per second, and its target. */
export interface PublishedFigure {
  readonly label: string;
  readonly unit: "" | "/s" | "ms" | "µs" | "KB" | "MB";
  readonly target?: { readonly atLeast: number } | { readonly atMost: number };
}

/** All published values, in the order in which they are printed. `--json` prints the keys as names. */
export const publishedFigures = {
  posts_alone: { label: "50 members, 1 sender: posts", unit: "/s" },
  post_p50_alone: { label: "  answer p50", unit: "ms" },
  post_p99_alone: { label: "  answer p99", unit: "ms" },
  delivery_p50_alone: { label: "  delivery p50", unit: "ms" },
  delivery_p99_alone: { label: "  delivery p99", unit: "ms", target: { atMost: 5 } },
  server_cpu_steady: { label: "50 members, 150 posts/s: server's time a post", unit: "µs" },
  database_cpu_steady: { label: "  database's processor time a post", unit: "µs" },
  posts_50: { label: "50 members, 8 senders: posts", unit: "/s", target: { atLeast: 1_500 } },
  post_p50_50: { label: "  answer p50", unit: "ms" },
  post_p99_50: { label: "  answer p99", unit: "ms" },
  delivery_p50_50: { label: "  delivery p50", unit: "ms" },
  delivery_p99_50: { label: "  delivery p99", unit: "ms", target: { atMost: 25 } },
  deliveries_50: { label: "  deliveries", unit: "/s" },
  server_cpu_50: { label: "  server's processor time a post", unit: "µs" },
  posts_200: { label: "200 members, 8 senders: posts", unit: "/s", target: { atLeast: 700 } },
  post_p50_200: { label: "  answer p50", unit: "ms" },
  post_p99_200: { label: "  answer p99", unit: "ms" },
  delivery_p50_200: { label: "  delivery p50", unit: "ms" },
  delivery_p99_200: { label: "  delivery p99", unit: "ms", target: { atMost: 50 } },
  deliveries_200: { label: "  deliveries", unit: "/s" },
  server_cpu_200: { label: "  server's processor time a post", unit: "µs" },
  translation_p50: { label: "A submitted translation, at 20 readers: p50", unit: "ms" },
  translation_p99: { label: "  p99", unit: "ms", target: { atMost: 60 } },
  insert_p50_alone: { label: "Limit: one insert after the other, p50", unit: "ms" },
  insert_p99_alone: { label: "  p99", unit: "ms" },
  inserts: { label: "Limit: single-row inserts, 8 connections", unit: "/s" },
  broadcast_50: { label: "Limit: raw broadcast to 50 sockets, deliveries", unit: "/s" },
  broadcast_200: { label: "Limit: raw broadcast to 200 sockets, deliveries", unit: "/s" },
  posts_per_insert_50: { label: "Posts ÷ inserts, 50 members", unit: "", target: { atLeast: 0.15 } },
  posts_per_insert_200: { label: "Posts ÷ inserts, 200 members", unit: "" },
  deliveries_per_broadcast_50: { label: "Deliveries ÷ raw broadcast, 50 members", unit: "" },
  deliveries_per_broadcast_200: {
    label: "Deliveries ÷ raw broadcast, 200 members",
    unit: "",
    target: { atLeast: 0.9 },
  },
  reads: { label: "GET /api/users/info, signed in", unit: "/s", target: { atLeast: 4_000 } },
  sign_in_p50: { label: "4 people sign in (argon2id): answer p50", unit: "ms", target: { atMost: 150 } },
  sign_in_p99: { label: "  answer p99", unit: "ms" },
  sign_ins: { label: "  sign-ins", unit: "/s" },
  sign_in_block: {
    label: "  longest the event loop was blocked, at most",
    unit: "ms",
    target: { atMost: 20 },
  },
  pages_kept: { label: "Landing pages from memory, a core", unit: "/s", target: { atLeast: 600 } },
  pages_fresh: { label: "Landing pages rendered anew, a core", unit: "/s", target: { atLeast: 150 } },
  later_start: { label: "A later npm start, until a page comes", unit: "ms", target: { atMost: 4_000 } },
  socket_memory: { label: "Server memory an idle socket", unit: "KB", target: { atMost: 30 } },
  memory: { label: "Server memory at 1,000 sockets", unit: "MB", target: { atMost: 200 } },
  slow_peak: { label: "100 that never read, 200 posts/s: most memory", unit: "MB", target: { atMost: 300 } },
  slow_after: { label: "  memory a minute later ÷ before", unit: "", target: { atMost: 1.2 } },
  slow_dropped: { label: "  readers among them who were dropped", unit: "", target: { atMost: 0 } },
  slow_peak_500: { label: "500 that never read, 200 posts/s: most memory", unit: "MB" },
  slow_after_500: { label: "  memory a minute later ÷ before", unit: "", target: { atMost: 1.2 } },
  slow_dropped_500: { label: "  readers among them who were dropped", unit: "", target: { atMost: 0 } },
  slow_sent_500: { label: "  to send a second, all members together", unit: "MB" },
} as const satisfies Record<string, PublishedFigure>;

export type FigureName = keyof typeof publishedFigures;
export type FigureValues = Partial<Record<FigureName, number>>;

const figureNames = Object.keys(publishedFigures) as FigureName[];

/** Returns whether the value meets the target. Undefined if there is no target. */
export function meetsTarget(name: FigureName, value: number): boolean | undefined {
  const { target }: PublishedFigure = publishedFigures[name];
  if (!target) return undefined;
  return "atLeast" in target ? value >= target.atLeast : value <= target.atMost;
}

/**
 * Returns the median of several runs for each published value. For an even number of runs, this is the lower of the two
 * middle values.
 */
export function computeMedianOfRuns(runs: readonly FigureValues[]): FigureValues {
  const result: FigureValues = {};
  for (const name of figureNames) {
    const values = runs.flatMap((runValues) => runValues[name] ?? []).sort((a, b) => a - b);
    const middleIndex = values[Math.floor((values.length - 1) / 2)];
    if (middleIndex !== undefined) result[name] = middleIndex;
  }
  return result;
}

function formatValue(value: number, unit: PublishedFigure["unit"]): string {
  if (unit === "/s") return `${Math.round(value).toLocaleString("en")}/s`;
  return unit === "" ? value.toFixed(3) : `${value.toFixed(1)} ${unit}`;
}

export function formatTable(values: FigureValues): string {
  const rows = figureNames.flatMap((name) => {
    const value = values[name];
    if (value === undefined) return [];
    const { label, unit, target }: PublishedFigure = publishedFigures[name];
    const targetText = !target ? "" : "atLeast" in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`;
    const isMet = meetsTarget(name, value);
    const result = isMet === undefined ? "" : isMet ? "met" : "MISSED";
    return [
      `${label.padEnd(50)}${formatValue(value, unit).padStart(12)}  ${targetText.padEnd(8)} ${result}`.trimEnd(),
    ];
  });
  return rows.join("\n");
}

/** Returns the published values in the format that `--json` prints. */
export function formatFiguresAsJson(
  values: FigureValues,
): Record<string, { value: number; unit: string; isMet?: boolean }> {
  return Object.fromEntries(
    figureNames.flatMap((name) => {
      const value = values[name];
      if (value === undefined) return [];
      const { unit, target }: PublishedFigure = publishedFigures[name];
      const isMet = meetsTarget(name, value);
      const targetFields = isMet === undefined ? {} : { met: isMet, target };
      return [[name, { value: Number(value.toPrecision(5)), unit, ...targetFields }]];
    }),
  );
}
