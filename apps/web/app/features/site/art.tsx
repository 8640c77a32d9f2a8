import automation from "./art/automation.svg?raw";
import booking from "./art/booking.svg?raw";
import cloud from "./art/cloud.svg?raw";
import consulting from "./art/consulting.svg?raw";
import bridge from "./art/cover-bridge.svg?raw";
import brief from "./art/cover-brief.svg?raw";
import clock from "./art/cover-clock.svg?raw";
import estimate from "./art/cover-estimate.svg?raw";
import glossary from "./art/cover-glossary.svg?raw";
import review from "./art/cover-review.svg?raw";
import jobs from "./art/jobs.svg?raw";
import outsourcing from "./art/outsourcing.svg?raw";
import tracker from "./art/tracker.svg?raw";
import transformation from "./art/transformation.svg?raw";

const drawings = {
  outsourcing,
  consulting,
  cloud,
  transformation,
  automation,
  tracker,
  booking,
  jobs,
} as const;
export type Drawing = keyof typeof drawings;

const covers: Readonly<Record<string, string>> = { bridge, brief, clock, estimate, glossary, review };

/** A drawing of this folder. It stands in the page itself, so that it takes the reader's colours. */
export function Art({ name, className }: { name: Drawing; className?: string | undefined }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of ours, read at build time
  return <div className={className} dangerouslySetInnerHTML={{ __html: drawings[name] }} />;
}

/** The drawing above a blog post, by the name that its writer chose. */
export function Cover({ name, className }: { name: string; className?: string | undefined }) {
  const drawing = covers[name] ?? bridge;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of ours, read at build time
  return <div className={className} dangerouslySetInnerHTML={{ __html: drawing }} />;
}
