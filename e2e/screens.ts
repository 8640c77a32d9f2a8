import { accountScreens } from "./screens/account.ts";
import { adminScreens } from "./screens/admin.ts";
import { chatScreens } from "./screens/chat.ts";
import { chatEmptyScreens } from "./screens/chat-empty.ts";
import { chatStateScreens } from "./screens/chat-states.ts";
import { chatWindowScreens } from "./screens/chat-windows.ts";
import { helpScreens } from "./screens/help.ts";
import { invitationScreens } from "./screens/invitations.ts";
import type { AppScreen } from "./screens/screen.ts";
import { settingsScreens } from "./screens/settings.ts";
import { siteScreens } from "./screens/site.ts";
import { workspaceScreens } from "./screens/workspace.ts";

/** All screens of `npm run shots`. Add a new screen to the list of its part of the product. */
export const appScreens: readonly AppScreen[] = [
  ...siteScreens,
  ...accountScreens,
  ...workspaceScreens,
  ...settingsScreens,
  ...helpScreens,
  ...chatScreens,
  ...chatStateScreens,
  ...chatWindowScreens,
  ...chatEmptyScreens,
  ...invitationScreens,
  ...adminScreens,
];
