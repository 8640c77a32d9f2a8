import { diffWords } from "@kakehashi/contract/differences";
import type { CheckWarning } from "@kakehashi/contract/translation-checks/check";
import { IconChecks, IconMessageOff } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { languageTextKeys } from "../../kit/language-keys.ts";
import { Button } from "../../kit/ui/button.tsx";
import { TextWithKeys } from "../../kit/ui/kbd.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { useReader } from "../auth/reader.ts";
import { useNameInLineFormatter } from "../profiles/name-in-other-script.tsx";
import { type BotTextsLocation, botTextPathOf, isSameBotTextPlace } from "./bot-text-address.ts";
import { NearbyBotTexts } from "./bot-text-context.tsx";
import { BotTextEditor, type BotTextEditorHandle, closedReasonTextKeyOf } from "./bot-text-editor.tsx";
import {
  type BotTextDetail,
  type BotTextKey,
  type BotTextRow,
  handBotTextOver,
  refetchBotTexts,
  useBotText,
  useBotTextMemorySuggestions,
  useBotTextsToTranslate,
} from "./bot-text-queries.ts";
import styles from "./bot-text-view.module.css";
import { useBotTextNamers } from "./bot-text-words.ts";
import captions from "./captions.module.css";
import { type TranslationListFilter, translationListPathOf } from "./desk-address.ts";
import { DifferenceText } from "./differences.tsx";
import { HandOverDialog } from "./hand-over.tsx";
import { findNextUnit } from "./next-unit.ts";
import { OriginalMessage } from "./original.tsx";
import { readAltDigit, readAltLetter } from "./pressed-with-alt.ts";
import { botTextRecipientsQuery } from "./recipients-query.ts";
import { SuggestionList } from "./suggestions.tsx";
import layout from "./unit-layout.module.css";
import noteStyles from "./unit-notes.module.css";
import { TranslationStateRow } from "./unit-state-row.tsx";
import { useIsClaimValid } from "./use-claim-holds.ts";
import { useTranslatorsPageKeys } from "./use-desk-keys.ts";

interface BotTextViewProps {
  open: BotTextsLocation;
  filter: TranslationListFilter;
}

/** Shows the open text of a bot and a button for the next one. Initially the first text is open. */
export function BotTextView({ open, filter }: BotTextViewProps) {
  const { t } = useTranslation("translations");
  const navigate = useNavigate();
  const query = useBotTextsToTranslate(open.botId, open.targetLanguage, filter.source);
  const texts = query.data ?? [];
  const openPlace = open.openTextPlace ?? texts[0];
  const textInList = texts.find((text) => isSameBotTextPlace(text, openPlace));
  const openTextOrList = (newPlace: BotTextsLocation["openTextPlace"] | undefined) =>
    void navigate(
      newPlace ? botTextPathOf({ ...open, openTextPlace: newPlace }, filter) : translationListPathOf(filter),
    );

  function openNeighbourText(direction: number): void {
    const nextText = textInList ? texts[texts.indexOf(textInList) + direction] : texts[0];
    if (nextText) openTextOrList(nextText);
  }
  useTranslatorsPageKeys((event) => {
    const direction = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!event.altKey || event.isComposing || direction === undefined) return;
    event.preventDefault();
    openNeighbourText(direction);
  });
  if (!openPlace)
    return (
      <LoadedContent query={query} rows={8}>
        {() => (
          <div className={layout.emptyState}>
            <EmptyState
              icon={<IconChecks size={24} stroke={1.6} />}
              title={t("botNothing")}
              text={t("botNothingText")}
            />
          </div>
        )}
      </LoadedContent>
    );
  const botTextKey = { botId: open.botId, targetLanguage: open.targetLanguage, ...placeOf(openPlace) };
  return (
    <BotTextPane
      key={`${botTextKey.botId} ${botTextKey.targetLanguage} ${botTextKey.container_id} ${botTextKey.field}`}
      at={botTextKey}
      onDone={() => {
        const nextText = findNextUnit(texts, textInList, null);
        openTextOrList(nextText && !isSameBotTextPlace(nextText, openPlace) ? nextText : undefined);
      }}
      onOpenNext={() => openNeighbourText(1)}
    />
  );
}

const placeOf = ({ container_id, field }: NonNullable<BotTextsLocation["openTextPlace"]>) => ({
  container_id,
  field,
});

/**
 * Returns the path of the page that contains the text: its story, article, phrase, canned answer or broadcast. The path
 * is relative to the bot's address.
 */
const pagePathOf = ({ container: { kind, id, name } }: BotTextRow): string =>
  ({
    STORY: `story/${id}`,
    ARTICLE: `article?${new URLSearchParams({ search: name })}`,
    PHRASE: `phrase?${new URLSearchParams({ search: name })}`,
    CANNED: `canned?${new URLSearchParams({ search: name })}`,
    BROADCAST: `broadcast/${id}`,
  })[kind];

interface BotTextPaneProps {
  at: BotTextKey;
  onDone: () => void;
  onOpenNext: () => void;
}

function BotTextPane({ at, onDone, onOpenNext }: BotTextPaneProps) {
  const { t } = useTranslation("translations");
  const query = useBotText(at);
  const missingTextNote = (
    <div className={layout.emptyState}>
      <EmptyState
        icon={<IconMessageOff size={24} stroke={1.6} />}
        title={t("botGone")}
        text={t("botGoneText")}
        action={<Button onClick={onOpenNext}>{t("skip")}</Button>}
      />
    </div>
  );
  return (
    <LoadedContent query={query} rows={8} missingState={missingTextNote}>
      {(textDetail) => <TextWithContext at={at} whole={textDetail} onDone={onDone} onOpenNext={onOpenNext} />}
    </LoadedContent>
  );
}

function TextWithContext({ at, whole, onDone, onOpenNext }: BotTextPaneProps & { whole: BotTextDetail }) {
  const { t } = useTranslation(["translations", "common"]);
  const { userId } = useReader();
  const formatPersonName = useNameInLineFormatter();
  const textNames = useBotTextNamers();
  const field = useRef<BotTextEditorHandle>(null);
  const [checkWarnings, setCheckWarnings] = useState<readonly CheckWarning[]>([]);
  const { text } = whole;
  const { source, source_language, language, bot, group, earlier_source, claimed_by } = text;
  const { handed_over_by, hand_over_note } = text;
  const [isHandingOver, setIsHandingOver] = useState(false);
  const suggestions = useBotTextMemorySuggestions(at, source);
  const isClaimValid = useIsClaimValid(text.claimed_at, refetchBotTexts);
  const claimant = isClaimValid ? claimed_by : null;
  const isOwnClaim = claimant?.id === userId;
  const mayClaim = (claimant === null || isOwnClaim) && closedReasonTextKeyOf(whole) === null;

  useTranslatorsPageKeys((event) => {
    const number = readAltDigit(event);
    const chosenSuggestion = number === null ? undefined : suggestions.data?.[number - 1];
    if (readAltLetter(event) === "C" && mayClaim) {
      event.preventDefault();
      void field.current?.toggleClaim();
    }
    if (!chosenSuggestion) return;
    event.preventDefault();
    field.current?.replaceText(chosenSuggestion.target);
  });

  const state = {
    MISSING: "NEEDS_TRANSLATION",
    OUTDATED: "NEEDS_RETRANSLATION",
    DONE: "TRANSLATED",
  } as const;
  return (
    <>
      <div className={layout.unit}>
        <TranslationStateRow
          state={state[text.state]}
          claimNote={
            claimant && (isOwnClaim ? t("yourClaim") : t("botIsAt", { name: formatPersonName(claimant) }))
          }
          actions={{
            claimToggle: mayClaim
              ? { isOwnClaim, onToggle: () => void field.current?.toggleClaim() }
              : undefined,
            onHandOver: mayClaim ? () => setIsHandingOver(true) : undefined,
            onOpenNext,
          }}
        />
        <p className={styles.botPlace}>
          <Link to={`/bots/${bot.id}/${pagePathOf(text)}`}>
            {[bot.name, textNames.containerOf(text)].join(" · ")}
          </Link>
          <span>{[group, textNames.nameOf(text)].filter(Boolean).join(" · ")}</span>
        </p>
        {isOwnClaim && handed_over_by && (
          <p className={noteStyles.labelledPart}>
            <strong>{t("handedOverBy", { name: formatPersonName(handed_over_by) })}</strong> {hand_over_note}
          </p>
        )}
        <div className={layout.pair}>
          <section className={layout.textSide} aria-label={t("original")}>
            <h2 className={captions.heading}>{t(`common:${languageTextKeys[source_language]}`)}</h2>
            <OriginalMessage
              message={{ content: source, language: source_language, conversation_id: null }}
              language={language}
              warnings={checkWarnings}
            />
            {earlier_source !== null && (
              <div className={noteStyles.labelledPart}>
                <p className={captions.small}>{t("botEarlier")}</p>
                <span lang={source_language}>
                  <DifferenceText differences={diffWords(earlier_source, source)} />
                </span>
              </div>
            )}
          </section>
          <section className={layout.textSide} aria-label={t("translation")}>
            <h2 className={captions.heading}>{t(`common:${languageTextKeys[language]}`)}</h2>
            <BotTextEditor at={at} whole={whole} onDone={onDone} onWarnings={setCheckWarnings} ref={field} />
            <p className={captions.keys}>
              <TextWithKeys text={t("botKeys")} />
            </p>
          </section>
        </div>
        <HandOverDialog
          target={{
            recipientsQueryFor: (search) => botTextRecipientsQuery(at, search),
            send: (body) => handBotTextOver(at, body),
            emptyTexts: [t("botHandOverNobody"), t("botHandOverNobodyNamed")],
          }}
          opened={isHandingOver}
          onClose={() => setIsHandingOver(false)}
          onHandedOver={onDone}
        />
      </div>
      <aside className={layout.suggestionsSide}>
        <SuggestionList query={suggestions} onTake={({ target }) => field.current?.replaceText(target)} />
        <NearbyBotTexts textDetail={whole} />
      </aside>
    </>
  );
}
