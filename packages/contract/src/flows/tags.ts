import type { BlockOf } from "./blocks.ts";
import type { FlowEffect } from "./effects.ts";
import { maximumTagsPerVisitor } from "./limits.ts";
import type { FlowSession } from "./session.ts";
import { cleanTag } from "./texts.ts";

/** The tags of a session while a turn runs. Each change of them is also an effect, which `addEffect` receives. */
export function createTurnTags(tagsBefore: FlowSession["tags"], addEffect: (effect: FlowEffect) => void) {
  let tags = tagsBefore;
  return {
    /** Runs a block of the type "tag", which adds or removes a tag. */
    apply({ id: block_id, tag, remove }: BlockOf<"tag">): void {
      const tagName = cleanTag(tag);
      const hasTag = tags.includes(tagName);
      if (tagName === "" || hasTag !== remove || (!remove && tags.length >= maximumTagsPerVisitor)) return;
      tags = remove ? tags.filter((tagBefore) => tagBefore !== tagName) : [...tags, tagName];
      addEffect({ type: "tag", block_id, tag: tagName, remove });
    },
    list: (): FlowSession["tags"] => tags,
  };
}
