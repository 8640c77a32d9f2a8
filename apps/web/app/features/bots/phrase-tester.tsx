import { type MatchingBotPhrase, testBotPhrases } from "@kakehashi/contract/bot-phrases";
import type { Bot } from "@kakehashi/contract/bots";
import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { Badge } from "../../kit/ui/badge.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import { PhraseTarget } from "./phrase-row.tsx";
import parts from "./phrases.module.css";

/**
 * A form in which an editor types a message. It shows which of the bot's phrases match the message, and why. No visitor
 * gets anything.
 */
export function PhraseTester({ bot }: { bot: Bot }) {
  const { t } = useTranslation("bots");
  const [text, setText] = useState("");
  const { mutate, isPending, data, variables } = useMutation({
    mutationFn: async (message: string) =>
      (await call(testBotPhrases, { params: { id: bot.id }, body: { text: message } })).data,
  });
  const isEmpty = text.trim() === "";
  // Hide the result of the last test while the field is empty. Otherwise it would look like the result for an empty
  // message.
  const result = isEmpty ? undefined : data;
  function submitTest(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!isEmpty) mutate(text);
  }
  return (
    <form method="post" className={parts.tester} onSubmit={submitTest}>
      <div className={parts.testLine}>
        <TextField
          label={t("test")}
          placeholder={t("testPlaceholder")}
          maxLength={1_000}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button type="submit" kind="primary" loading={isPending} disabled={isEmpty}>
          {t("testRun")}
        </Button>
      </div>
      <div role="status">
        {result && result.matches.length === 0 && <p className={parts.result}>{t("testNothing")}</p>}
        {result && result.matches.length > 0 && (
          <ol className={parts.matches} aria-label={t("testResult", { text: variables ?? "" })}>
            {result.matches.map((match, index) => (
              <li key={match.phrase.id}>
                <Badge tone={index === 0 ? "jade" : "plain"}>
                  {t(index === 0 ? "testAnswers" : "testAlso")}
                </Badge>{" "}
                <MatchReason match={match} />
                <span className={parts.target}>
                  <PhraseTarget bot={bot} target={match.phrase.target} />
                </span>
              </li>
            ))}
          </ol>
        )}
      </div>
    </form>
  );
}

function MatchReason({ match: { phrase, keyword, found, distance } }: { match: MatchingBotPhrase }) {
  const { t } = useTranslation("bots");
  return (
    <span className={parts.reason}>
      {distance > 0
        ? t("reasonFuzzy", { count: distance, keyword, found })
        : t(`reason_${phrase.kind}`, { keyword, found })}
    </span>
  );
}
