export default {
  title: "Price",
  description:
    "Three ways to work with us: a project with a fixed scope, a team by the month, or advice by the hour. A consultant gives you a figure in writing.",
  headline: "Three ways to work together",
  lead: "A price without your brief would be a guess, so you will not find one here. Tell us what you need, and a consultant answers with a figure and what it covers, in writing.",
  ask: "Ask for a quotation",
  suits: "Suits you when",
  includes: "What is included",
  plans: [
    {
      title: "Project",
      text: "A fixed scope for a fixed price.",
      suits: "you can say what the finished system does",
      points: [
        "A specification in both languages, signed off before work begins",
        "Developers, bridge engineer and translator as one team",
        "Handover with documents and source code",
      ],
    },
    {
      title: "Team",
      text: "Your own developers, month by month.",
      suits: "the work goes on and its order changes",
      points: [
        "People you choose by their profiles",
        "A bridge engineer and a translator who stay with the team",
        "Larger or smaller from one month to the next",
      ],
    },
    {
      title: "Advice",
      text: "A consultant by the hour.",
      suits: "you want a second opinion before you decide",
      points: [
        "A conversation in English, Vietnamese or Japanese",
        "A look at the systems and documents you already have",
        "A written recommendation",
      ],
    },
  ],
  always: {
    title: "In every plan",
    items: [
      "Support round the clock",
      "Translation by people inside the project's conversations",
      "The workspace, for everyone who takes part",
      "A glossary and a specification that stay with the project",
    ],
  },
  faq: {
    title: "Questions people ask first",
    items: [
      {
        question: "Why is there no price list?",
        answer:
          "Two systems with the same name can differ greatly in the work they take. A figure that ignores this helps nobody. Send us a few sentences, and you get a figure for your own case.",
      },
      {
        question: "In which language can I write to you?",
        answer:
          "In English, Vietnamese or Japanese. In the workspace everyone goes on writing in their own language, and translators work inside the conversation.",
      },
      {
        question: "What does the quotation contain?",
        answer:
          "What will be built, who works on it, what it costs, what is not included, and until when the offer stands.",
      },
      {
        question: "Who owns what is built?",
        answer: "The contract says so, in both languages, before work begins.",
      },
      {
        question: "Can I speak to somebody first?",
        answer:
          "Yes. Leave a phone number in the contact form and say when it suits you. A consultant calls back.",
      },
    ],
  },
} as const;
