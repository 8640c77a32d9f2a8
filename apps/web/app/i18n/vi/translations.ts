import bots from "./translations/bots.ts";
import desk from "./translations/desk.ts";
import figures from "./translations/figures.ts";
import memory from "./translations/memory.ts";
import queue from "./translations/queue.ts";

export default { ...desk, ...memory, ...figures, ...queue, ...bots };
