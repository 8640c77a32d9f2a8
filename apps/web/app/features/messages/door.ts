// Other features may import from the feature `messages` only what this file exports. `npm run zones` checks this.

export { ChatPane, type ChatReader } from "./chat-pane.tsx";
export { TypingPeople } from "./composer/typing-people.tsx";
export { HighlightedCode } from "./row/highlighted.tsx";
export { KeepPositionContext } from "./row/keep-position.ts";
export { SystemLineRow } from "./row/line-row.tsx";
export { MessageRow } from "./row/message-row.tsx";
export { OutsideMessageExtras } from "./row/row-parts.ts";
export { type ChatActions, ChatActionsContext } from "./state/chat-context.ts";
export { chatKeyOf, noteDraftKeyOf } from "./state/chat-key.ts";
export { ComposerNoteContext, type ComposerNoteProps } from "./state/composer-note.ts";
export { useDraft, useHasDraft } from "./state/drafts.ts";
export { markUnreadFromMessage } from "./state/message-calls.ts";
export { MessageFooterContext } from "./state/message-footer.ts";
export { newestMessageOf, useChat } from "./state/use-chat.ts";
export { useEditing } from "./state/use-editing.ts";
