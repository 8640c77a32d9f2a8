import account from "./account.ts";
import admin from "./admin.ts";
import auth from "./auth.ts";
import common from "./common.ts";
import conversations from "./conversations.ts";
import emojis from "./emojis.ts";
import files from "./files.ts";
import live from "./live.ts";
import messages from "./messages.ts";
import notifications from "./notifications.ts";
import profiles from "./profiles.ts";
import search from "./search.ts";
import styleguide from "./styleguide.ts";
import workspace from "./workspace.ts";

export default {
  account,
  admin,
  auth,
  common,
  conversations,
  emojis,
  files,
  live,
  messages,
  notifications,
  profiles,
  search,
  styleguide,
  workspace,
};
