import blocks from "./stories/blocks.ts";
import canvas from "./stories/canvas.ts";
import history from "./stories/history.ts";
import list from "./stories/list.ts";
import preview from "./stories/preview.ts";
import replay from "./stories/replay.ts";
import translations from "./stories/translations.ts";

export default { ...list, ...canvas, ...blocks, ...preview, ...replay, ...history, ...translations } as const;
