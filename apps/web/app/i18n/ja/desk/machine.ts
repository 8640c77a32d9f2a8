import type en from "../../en/desk/machine.ts";
import type { TranslationOfTexts } from "../../texts.ts";

export default {
  machineNone: "機械翻訳は設定されていません",
  machineNoneText:
    "サーバーの設定で TRANSLATOR とそのキーを指定すると、許可された会話のメッセージが機械でも翻訳されます。",
  machineProvider: "サービス",
  machineHealth: "状態",
  machineOn: "稼働中",
  machinePaused: "休止中",
  machineOff: "{{since}} から停止中です。{{until}} に再開します。",
  machineCharacters: "今月の文字数",
  machineOf: "{{used}} / {{most}}",
  machineRooms: "会話",
  machineRoomCount_other: "{{count}}件の会話を翻訳中",
  machineWaiting: "上限待ち",
  machineWaitingCount_other: "{{count}}件の翻訳",
  machineNewRooms: "新しいグループとプロジェクトで翻訳する",
  machineNewRoomsNote:
    "メッセージは{{host}}に送られます。既存の会話は変わりません。オーナーが会話の詳細で切り替えます。二人の会話では、二人とも同意が必要です。",
  machineTry: "試し訳",
  machineTryText: "試す文",
  machineTryFrom: "原文の言語",
  machineTryTo: "訳文の言語",
  machineTryAction: "翻訳する",
  machineTryTook: "{{time}}で応答",
  machineTryFailed: "{{time}}で失敗",
  machineSeconds: "{{amount}}秒",
  machineFailures: "最近のエラー",
  machineNoFailures: "過去30日間にエラーはありません",
  machineTimes_other: "{{count}}回",
  machineTodo: "対処：",
  machineProblem_key: "キーが拒否されました",
  machineProblem_rate: "リクエストが多すぎます",
  machineProblem_quota: "利用枠を使い切りました",
  machineProblem_down: "サービス停止中",
  machineProblem_paused: "休止中",
  machineProblem_slow: "時間内に応答なし",
  machineProblem_unreachable: "接続できません",
  machineProblem_broken: "提供元のエラー",
  machineProblem_answer: "想定外の応答",
  machineProblem_refused: "文章が拒否されました",
  machineProblem_unusable: "使えない訳文",
  machineProblem_budget: "今月の上限に到達",
  machineAdvice_key: "TRANSLATOR_KEY と、キーに翻訳の権限があるかを確認し、ここで文を試してください。",
  machineAdvice_rate: "30分後に再開します。頻繁に起きる場合は、契約プランが小さすぎます。",
  machineAdvice_quota: "提供元で利用枠を増やすか、次の期間まで待ち、ここで文を試してください。",
  machineAdvice_down: "対処は不要です。30分後に再開します。提供元の稼働状況ページもご確認ください。",
  machineAdvice_paused: "自動で再開します。ここで文が翻訳されると、休止はすぐに終わります。",
  machineAdvice_slow:
    "まれであれば対処は不要です。メッセージは再試行されます。続く場合は TRANSLATOR_URL のサーバーが遅すぎます。",
  machineAdvice_unreachable: "TRANSLATOR_URL と、このサーバーから接続できるかを確認してください。",
  machineAdvice_broken:
    "まれであれば対処は不要です。メッセージは再試行されます。続く場合は提供元にお問い合わせください。",
  machineAdvice_answer:
    "TRANSLATOR_URL がこの提供元のものか、プロキシが代わりに応答していないかを確認してください。",
  machineAdvice_refused:
    "対処は不要です。一つの文章だけの問題です。すべて拒否される場合は TRANSLATOR_URL とモデルを確認してください。",
  machineAdvice_unusable:
    "対処は不要です。この訳文は誰にも表示されていません。頻繁に起きる場合は、別の機械翻訳かモデルを選んでください。",
  machineAdvice_budget:
    "TRANSLATOR_MONTHLY_CHARACTERS を増やすか、翌月まで待ってください。翻訳できなかった分は、その後新しいものから順に翻訳されます。",
} as const satisfies TranslationOfTexts<typeof en>;
