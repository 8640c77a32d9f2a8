export default {
  title: "Service",
  description:
    "Software outsourcing, IT consulting, cloud infrastructure, digital transformation and robotic automation, with bridge engineers and translators in every team.",
  headline: "A team that builds, and the people who carry the meaning across",
  lead: "Every project has developers. Ours also have a bridge engineer, who answers for the specification, and a translator, who answers for the words.",
  services: {
    title: "Five services",
    items: [
      {
        title: "Software outsourcing",
        text: "A team of developers from our network builds your system, or a part of it.",
        points: [
          "Web applications, mobile applications and the business systems behind them",
          "A specification in your language and in the team's, kept in step by a bridge engineer",
          "Progress that you can see any day, without asking for a report",
        ],
      },
      {
        title: "IT consulting",
        text: "An answer to one question first: is this worth building at all?",
        points: [
          "A look at the systems you have, and at the work people do around them",
          "Options side by side, each with the cost of choosing wrongly",
          "A written recommendation you can use without us",
        ],
      },
      {
        title: "Cloud infrastructure",
        text: "Servers that nobody has to remember how to set up.",
        points: [
          "Infrastructure described as code, reviewed like code",
          "Migration from your own machines in steps that can be undone",
          "Monitoring, backups and tested restores",
        ],
      },
      {
        title: "Digital transformation",
        text: "From the paper form to the screen, without carrying the form's mistakes along.",
        points: [
          "We sit with the people who do the work before we design anything",
          "One process at a time, each in use before we start the next",
          "Training and handbooks in the languages your people read",
        ],
      },
      {
        title: "Robotic automation",
        text: "Programs that do the copying, checking and filing that people do by hand today.",
        points: [
          "A list of what is worth automating, with the hours behind it",
          "Robots that stop and ask when something looks wrong",
          "A record of everything they did",
        ],
      },
    ],
  },
  people: {
    title: "Who does what",
    items: [
      {
        title: "Client",
        text: "You know what the work is and what it is for. You decide what is built, in which order, and by whom.",
      },
      {
        title: "Bridge engineer",
        text: "An engineer at home in both languages. Writes the specification, asks the awkward questions early, and notices when two people mean different things.",
      },
      {
        title: "Developer",
        text: "Builds, tests and explains. Asks in their own language when something is unclear, and always has your original at hand.",
      },
      {
        title: "Translator",
        text: "Translates the conversation where it happens, keeps the project's glossary, and looks again when an original changes.",
      },
      {
        title: "Support",
        text: "Answers round the clock when something does not work, and passes on what it learns.",
      },
    ],
  },
  quality: {
    title: "How we keep the work honest",
    items: [
      {
        title: "Words before code",
        text: "Nothing is built from a sentence that only one side has understood.",
      },
      {
        title: "One glossary a project",
        text: "A term is translated the same way in the chat, in the specification and on the screen.",
      },
      {
        title: "Everything in one place",
        text: "Messages, files and decisions stay in the rooms where they were made, and can be searched.",
      },
      {
        title: "Small steps",
        text: "You look at something that works early and often, and can change your mind while it is cheap.",
      },
    ],
  },
  call: {
    title: "Not sure which of these you need?",
    text: "Describe the problem instead. A consultant will tell you what we would do, and whether it needs us.",
  },
} as const;
