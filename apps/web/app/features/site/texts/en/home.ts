export default {
  title: "Software outsourcing in your own language",
  description:
    "More than 50 developers, round-the-clock support, and a human translator inside every conversation. Cloud, digital transformation and robotic automation.",
  kicker: "Software outsourcing and IT consulting",
  headline: ["Say it in your language.", "We build it."],
  lead: "More than 50 developers, bridge engineers who know both sides, and translators inside the conversation. You write as you think; the team reads it in theirs.",
  seeHow: "See how a project runs",
  conversation: {
    label:
      "A conversation about a booking app, in Japanese, Vietnamese and English, each message with its translation",
    room: "Booking app · Team",
    members: "Client, developer, bridge engineer, translator",
    client: "Client",
    dev: "Developer",
    brse: "Bridge engineer",
    translatedBy: "translated by Linh",
    approved: "approved",
  },
  what: {
    title: "What we do",
    lead: "We take on a whole system, or join the team you already have.",
    items: [
      {
        title: "Software outsourcing",
        text: "Web, mobile and business systems, from the first sketch to the release. A bridge engineer answers for the specification in both languages.",
      },
      {
        title: "IT consulting",
        text: "What to build first, what to buy, what to leave alone. You get our view in writing before anyone writes code.",
      },
      {
        title: "Cloud infrastructure",
        text: "Systems that are described as code, watched day and night, and moved in steps that can be undone.",
      },
      {
        title: "Digital transformation",
        text: "We follow a paper form or a spreadsheet through your company, then replace it with something your people want to use.",
      },
      {
        title: "Robotic automation",
        text: "Copying from one screen to another is work for a program. We find it, automate it, and show you what it did.",
      },
    ],
  },
  words: {
    title: "Nothing gets lost between two languages",
    lead: "A project across borders rarely stumbles over code. It stumbles over a sentence that two people read differently. So translation is part of the work here, not an attachment that comes later.",
    points: [
      {
        title: "A person translates",
        text: "Mark a message, and a translator of your project takes it on, with the messages around it for context.",
      },
      {
        title: "The original stays",
        text: "Every translation says who wrote it, and the original is one tap away. Nobody has to guess.",
      },
      {
        title: "Edits are noticed",
        text: "When the original changes, its translation is marked as outdated until somebody has looked at it again.",
      },
    ],
    states: ["Needs translation", "Translated", "Approved", "Needs re-translation"],
    example: {
      original: "明細はCSVで出力できるようにしてください。",
      first: "Please make it possible to export the statement as CSV.",
      second: "Please make it possible to export the line items as CSV.",
      note: "Glossary: 明細 is “line items” in this project.",
    },
  },
  steps: {
    title: "How a project runs",
    lead: "Five steps, and always a name beside each.",
    items: [
      {
        title: "Talk",
        who: "You and a consultant",
        text: "Tell us what should be different when the project is done. No form to learn, no technical words needed.",
      },
      {
        title: "Brief",
        who: "Bridge engineer",
        text: "Your brief becomes a specification that means the same in both languages. You sign off the words before the code.",
      },
      {
        title: "Team",
        who: "You choose",
        text: "Developers and translators apply or are invited. You see their profiles and decide who joins.",
      },
      {
        title: "Build",
        who: "The whole team",
        text: "One room for the team, one for you, one for support. Everyone writes in their own language and sees the progress.",
      },
      {
        title: "Look after",
        who: "Support, day and night",
        text: "The system is handed over with its documents in both languages, and support stays within reach.",
      },
    ],
  },
  products: {
    title: "Three products of our own",
    lead: "Each one replaces a list that somebody keeps by hand.",
    items: [
      {
        title: "Project-progress tracker",
        text: "What is done, what is stuck and who is waiting for whom, on one page that a client can read without a meeting.",
      },
      {
        title: "Booking and shop management",
        text: "Appointments, staff, stock and customers for a shop that has better things to do than keep lists.",
      },
      {
        title: "Job board for freelancers",
        text: "Clients post work, developers and translators apply, and both see where an application stands.",
      },
    ],
  },
  figures: {
    title: "The firm in figures",
    items: [
      { value: "50+", text: "developers in our network" },
      { value: "24 h", text: "support, round the clock" },
      { value: "3", text: "languages in one conversation: English, Vietnamese, Japanese" },
    ],
  },
  blog: { title: "From the blog", all: "All articles" },
  call: {
    title: "Tell us about your project",
    text: "A few sentences are enough, in English, Vietnamese or Japanese. A consultant reads them and replies.",
  },
} as const;
