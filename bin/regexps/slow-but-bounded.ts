/**
 * Expressions that the check calls slow or cannot check, each with the reason why it is safe all the same. The only
 * valid reason is that the number of characters it reads is limited: by the length of the input, or in each attempt.
 */
export const allowedSlowExpressions: readonly { text: string; safetyReason: string }[] = [
  {
    text: String.raw`/@\[([^\]\n]{1,200})\]\(([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\)/g`,
    safetyReason:
      "Each attempt reads at most 200 characters of a name: the time is 200 times the text's length at most.",
  },
  {
    text: String.raw`/@\[[^\]\n]{1,200}\]\([0-9a-f-]{36}\)/u`,
    safetyReason:
      "Each attempt reads at most 200 characters of a name: the time is 200 times the text's length at most.",
  },
  {
    text: String.raw`/(?:^|[\s(（「『、。！？\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])[@＠]((?:[^\s@＠]+[ \u3000]?){0,4})$/u`,
    safetyReason: "It reads the 80 characters before the caret.",
  },
  {
    text: String.raw`/(?:^|[^\p{L}\p{N}:])(:([\p{L}\p{N}_+-]{2,30}))$/u`,
    safetyReason: "It reads the 80 characters before the caret.",
  },
  {
    text: String.raw`/^(?:\p{RGI_Emoji})$/v`,
    safetyReason:
      "The checker does not know the flag v. It begins at the start and chooses among a finite list of emojis.",
  },
  {
    text: String.raw`/(\p{RGI_Emoji})|[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u2800]|(?!\p{Variation_Selector})\p{Default_Ignorable_Code_Point}|(?<![\p{Script=Han}\p{Extended_Pictographic}])\p{Variation_Selector}/gv`,
    safetyReason:
      "The checker does not know the flag v. Each attempt reads one character, or one of a finite list of emojis.",
  },
];
