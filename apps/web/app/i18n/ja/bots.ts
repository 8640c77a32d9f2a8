import bot from "./bots/bot.ts";
import talks from "./bots/talks.ts";
import texts from "./bots/texts.ts";

export default { ...bot, ...talks, ...texts } as const;
