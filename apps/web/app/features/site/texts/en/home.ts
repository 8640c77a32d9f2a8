export default {
  title: "Software outsourcing in your own language",
  description:
    "More than 50 developers, round-the-clock support, and a human translator inside every conversation. Cloud, digital transformation and robotic automation.",
  kicker: "Software outsourcing and IT consulting",
  headline: ["Say it in your language.", "We build it."],
  lead: "More than 50 developers, bridge engineers who know both sides, and translators inside the conversation. You write as you think; a person carries it over.",
  seeHow: "See how a project runs",
  shots: {
    room: "A room of the workspace: a client writes in Japanese, developers in Vietnamese, an engineer in English, and a translator says in Vietnamese what the client asked for",
    phone: "The same room on a phone",
    note: "The workspace as it is, with demonstration data.",
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
        text: "Systems described as code, monitored day and night, and migrated in steps that can be undone.",
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
        text: "Mark a message that needs care. A translator in the room says what it means, with the messages around it in mind.",
      },
      {
        title: "The original stays",
        text: "What you wrote is never replaced. Whoever reads it in another language is one tap away from your own words.",
      },
      {
        title: "Edits are noticed",
        text: "An edited message says so, and its earlier wording can be read. Nobody has to guess.",
      },
    ],
  },
  steps: {
    title: "How a project runs",
    lead: "Five steps, each with someone in charge.",
    items: [
      {
        title: "Talk",
        who: "You and a consultant",
        text: "Tell us what should be different when the project is done. A few sentences are enough, and no technical words are needed.",
      },
      {
        title: "Brief",
        who: "Bridge engineer",
        text: "Your brief becomes a specification that means the same in both languages. You sign off the words before the code.",
      },
      {
        title: "Team",
        who: "You choose",
        text: "We propose developers and a translator. You meet them and decide who joins.",
      },
      {
        title: "Build",
        who: "The whole team",
        text: "You and the team share a room. Everyone writes in their own language, and you see working software early.",
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
