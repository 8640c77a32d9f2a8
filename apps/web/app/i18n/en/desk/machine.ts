export default {
  machineNone: "No translation machine is set up",
  machineNoneText:
    "Set TRANSLATOR and its key in the server's configuration. A machine then translates in the conversations that allow it.",
  machineProvider: "Machine",
  machineHealth: "State",
  machineOn: "Working",
  machinePaused: "Left alone",
  machineOff: "Off since {{since}}. It is asked again at {{until}}.",
  machineCharacters: "Characters this month",
  machineOf: "{{used}} of {{most}}",
  machineRooms: "Conversations",
  machineRoomCount_one: "{{count}} conversation is translated",
  machineRoomCount_other: "{{count}} conversations are translated",
  machineWaiting: "Waiting for budget",
  machineWaitingCount_one: "{{count}} translation",
  machineWaitingCount_other: "{{count}} translations",
  machineNewRooms: "Translate in new groups and projects",
  machineNewRoomsNote:
    "Their messages then go to {{host}}. Existing conversations stay as they are: their owners switch them in the details. Two people each have to agree.",
  machineTry: "Try it",
  machineTryText: "A sentence",
  machineTryFrom: "From",
  machineTryTo: "Into",
  machineTryAction: "Translate",
  machineTryTook: "Answered in {{time}}",
  machineTryFailed: "Failed after {{time}}",
  machineSeconds: "{{amount}} s",
  machineFailures: "Last failures",
  machineNoFailures: "None in the last 30 days",
  machineTimes_one: "once",
  machineTimes_other: "{{count}} times",
  machineTodo: "What to do:",
  machineProblem_key: "Key refused",
  machineProblem_rate: "Too many requests",
  machineProblem_quota: "Quota used up",
  machineProblem_down: "Not serving",
  machineProblem_paused: "Left alone",
  machineProblem_slow: "No answer in time",
  machineProblem_unreachable: "Not reachable",
  machineProblem_broken: "Error at the provider",
  machineProblem_answer: "Unknown answer",
  machineProblem_refused: "Text refused",
  machineProblem_unusable: "Answer not usable",
  machineProblem_budget: "Monthly budget used up",
  machineAdvice_key: "Check TRANSLATOR_KEY, and that the key may translate. Then try a sentence here.",
  machineAdvice_rate:
    "It is asked again after half an hour. If this happens often, the plan at the provider is too small.",
  machineAdvice_quota:
    "Raise the quota at the provider, or wait until it begins anew. Then try a sentence here.",
  machineAdvice_down:
    "Nothing now: it is asked again after half an hour. The provider’s status page may say more.",
  machineAdvice_paused:
    "It is asked again by itself. A sentence that is translated here ends the pause at once.",
  machineAdvice_slow:
    "Nothing if it is rare: the message is tried again. Otherwise the server at TRANSLATOR_URL is too slow.",
  machineAdvice_unreachable: "Check TRANSLATOR_URL, and that this server may connect to it.",
  machineAdvice_broken: "Nothing if it is rare: the message is tried again. Otherwise ask the provider.",
  machineAdvice_answer:
    "Check that TRANSLATOR_URL belongs to this provider, and that no proxy answers in its place.",
  machineAdvice_refused:
    "Nothing: it concerns one text. If every text is refused, check TRANSLATOR_URL and the model.",
  machineAdvice_unusable:
    "Nothing: the text was not shown to anyone. If it happens often, choose another machine or model.",
  machineAdvice_budget:
    "Raise TRANSLATOR_MONTHLY_CHARACTERS, or wait for the next month. What could not be translated is translated then, the newest first.",
} as const;
