import common from "./common.ts";
import conversations from "./conversations.ts";
import files from "./files.ts";
import live from "./live.ts";
import messages from "./messages.ts";
import notifications from "./notifications.ts";
import profiles from "./profiles.ts";
import search from "./search.ts";
import workspace from "./workspace.ts";

export default {
  common,
  conversations,
  files,
  live,
  messages,
  notifications,
  profiles,
  search,
  workspace,
};
