import type { BotPlatform } from "@kakehashi/contract/flows/limits";
import type { Language } from "@kakehashi/contract/languages";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { PlatformMessagePreview } from "../bots/platform-message-preview.tsx";
import { useBuilder } from "./builder.ts";
import { useEditor, useEditorState } from "./editor.ts";
import { findBlock } from "./edits.ts";
import type { PreviewedTurn } from "./play.ts";
import { TurnBubbles } from "./turn-bubbles.tsx";

interface PreviewTurnProps {
  turn: PreviewedTurn;
  platform: BotPlatform;
  language: Language;
  /** Whether this is the last event of the preview. The reply buttons of earlier events are disabled. */
  isLast: boolean;
  onChoose: (itemId: string, label: string) => void;
}

/** One event of the preview, and what the bot did after the event. */
export function PreviewTurn({ turn, platform, language, isLast, onChoose }: PreviewTurnProps) {
  const { storyNames } = useBuilder();
  const chooseReply = isLast ? onChoose : undefined;
  return (
    <TurnBubbles
      turn={turn}
      language={language}
      isDateAnswer={turn.isAnswerToDateQuestion}
      storyNames={storyNames}
      onChoose={chooseReply}
      renderBotMessage={
        platform === "WEB"
          ? undefined
          : (message) => (
              <PlatformMessagePreview
                platform={platform}
                message={message}
                language={language}
                onChoose={chooseReply}
              />
            )
      }
      renderAfterError={(id) => <ShowBlockButton id={id} />}
    />
  );
}

/**
 * A button that selects the block in which the conversation stopped with an error. Renders nothing if another story
 * contains the block.
 */
function ShowBlockButton({ id }: { id: string }) {
  const { t } = useTranslation("stories");
  const editor = useEditor();
  const foundBlock = useEditorState(({ flow }) => findBlock(flow, id));
  if (!foundBlock) return null;
  const { group, block } = foundBlock;
  return (
    <Button
      kind="quiet"
      size="xs"
      onClick={() => editor.select({ groupId: group.id, blockId: block.id }, { focus: true })}
    >
      {t("showBlock")}
    </Button>
  );
}
