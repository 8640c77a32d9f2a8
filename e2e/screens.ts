import { accountScreens } from "./screens/account.ts";
import { adminScreens } from "./screens/admin.ts";
import { chatScreens } from "./screens/chat.ts";
import { chatEmptyScreens } from "./screens/chat-empty.ts";
import { chatStateScreens } from "./screens/chat-states.ts";
import { chatWindowScreens } from "./screens/chat-windows.ts";
import { helpScreens } from "./screens/help.ts";
import { invitationScreens } from "./screens/invitations.ts";
import type { Screen } from "./screens/screen.ts";
import { siteScreens } from "./screens/site.ts";
import { workspaceScreens } from "./screens/workspace.ts";

/** Every screen for `npm run shots`. Add a new one to the list of its part. */
export const screens: readonly Screen[] = [
  ...siteScreens,
  ...accountScreens,
  ...workspaceScreens,
  ...helpScreens,
  ...chatScreens,
  ...chatStateScreens,
  ...chatWindowScreens,
  ...chatEmptyScreens,
  ...invitationScreens,
  ...adminScreens,
];
