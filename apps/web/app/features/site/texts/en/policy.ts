/**
 * The terms of use. Each clause is a sentence with a list of points. The version of the terms is `termsVersion` in the
 * contract.
 */
export default {
  title: "Terms of use",
  description:
    "The terms under which Kakehashi's workspace and site may be used: ten articles, in plain words.",
  headline: "Terms of use",
  lead: "These terms are an agreement between you and Kakehashi about the use of our site and our workspace. We have tried to write them so that they can be read.",
  inForce: "In force since",
  contents: "Contents",
  article: "Article",
  sections: [
    {
      id: "scope",
      title: "Scope",
      clauses: [
        [
          "These terms apply to everyone who uses the site and the workspace of Kakehashi (“the service”), whatever their role and account type.",
        ],
        ["By registering you accept them. The version you accepted is kept with your account."],
        [
          "Work on a project is agreed in a separate contract between the client and us. Where that contract and these terms differ, the contract comes first for that project.",
        ],
        [
          "We may change these terms when the law, the service or its safety requires it. We announce a change in the service at least 30 days before it takes effect, unless the law demands an earlier date. If you do not agree, you can cancel your registration before that day; whoever goes on using the service after it is bound by the new version.",
        ],
        [
          "These terms exist in English and Vietnamese. Both are meant to say the same. Should they differ, the language in which you accepted them counts.",
        ],
      ],
    },
    {
      id: "definitions",
      title: "Definitions",
      clauses: [
        [
          "In these terms:",
          "“we” and “us” are the company that runs Kakehashi;",
          "a “user” is a person or company with a registered account;",
          "a “client” is a user who gives out a project; a “developer” is one who builds it; a “translator” is one who translates; a “bridge engineer” is one who connects both sides in words and in engineering;",
          "a “profile” is what a user tells about themself or their company, and what we check before we activate it;",
          "a “project” is a client's job, with the people who work on it and what they make for it;",
          "“content” is everything that users put into the service: messages, translations, files, profiles.",
        ],
      ],
    },
    {
      id: "registration",
      title: "Registration",
      clauses: [
        [
          "To register you give an e-mail address and a password and confirm the address through the link that we mail to it. The link is valid for 24 hours.",
        ],
        [
          "You must be of legal age where you live. Whoever registers for a company declares that they may act for it.",
        ],
        [
          "Each person has one account and uses it alone. Companies register one account for each person who works with the service.",
        ],
        [
          "Reading and chatting are open to every confirmed account. Where a function needs a profile that we have accepted, the service says so.",
        ],
        [
          "We may refuse a registration or a profile, giving the reason, in particular where",
          "the information given is false or incomplete;",
          "the applicant was excluded from the service before;",
          "there is reason to expect a breach of these terms.",
        ],
      ],
    },
    {
      id: "accuracy",
      title: "Accuracy of data",
      clauses: [
        [
          "The information in your account and your profile must be true and complete, and you keep it up to date. What has changed, you correct yourself in the service.",
        ],
        [
          "We send notices to the registered e-mail address. If it no longer works, that is for you to mend; a notice sent to it counts as received.",
        ],
        [
          "We may ask for evidence of what a profile states, and may put an activation on hold until we have it.",
        ],
        [
          "Loss that arises because registered information was wrong or out of date is borne by whoever registered it.",
        ],
      ],
    },
    {
      id: "password",
      title: "Password and ID management",
      clauses: [
        [
          "You keep your password secret and choose one that you use nowhere else. Nobody at Kakehashi will ever ask you for it.",
        ],
        ["An account may not be lent, shared, sold or handed on."],
        ["What is done with your account counts as done by you, unless you could not have prevented it."],
        [
          "If you believe that somebody else knows your password or uses your account, change the password at once, which ends every open session, and tell us.",
        ],
        ["We store passwords only in a form from which they cannot be read."],
      ],
    },
    {
      id: "service",
      title: "Service provision",
      clauses: [
        [
          "We provide the service as it stands at the time: conversations, files, notifications and what belongs to them. We develop it further and may change, add and remove functions; where a change takes away something that users rely on, we announce it beforehand.",
        ],
        ["We take care to keep the service available at all times, but cannot promise that it never fails."],
        [
          "We may interrupt it, wholly or in part, when",
          "maintenance or an urgent repair requires it;",
          "networks, power or the services of others fail;",
          "a natural disaster, an official order or another force beyond our control makes it impossible.",
        ],
        ["Maintenance that can be planned is announced in the service."],
        [
          "Translations are made with care by people. The original remains what its author said. Where a sentence carries legal or financial weight, compare it with the original before you act on it.",
        ],
        ["You provide your own device and connection."],
      ],
    },
    {
      id: "prohibited",
      title: "Prohibited acts",
      clauses: [
        [
          "When using the service, nobody may",
          "break the law or help others to break it;",
          "pretend to be somebody else or give false information;",
          "infringe the rights of others, in particular copyright, trade secrets, privacy and personal data;",
          "insult, threaten or harass people, or discriminate against them;",
          "pass on what was said or shared in a project to people outside it, unless the client has agreed;",
          "send advertising or messages in bulk that nobody asked for;",
          "upload harmful programs, look for weaknesses without our consent, or get round a limit or a safeguard;",
          "read the service out by automatic means, or put a load on it that disturbs others;",
          "use the service to lure members of a project away from their agreements;",
          "do anything that comes close to one of the above.",
        ],
        ["If you see such an act, tell us. We look into every report."],
      ],
    },
    {
      id: "suspension",
      title: "Suspension",
      clauses: [
        [
          "If a user breaks these terms, we may warn them, remove the content concerned, refuse or deactivate their profile, or block their account, choosing what suffices to end the breach.",
        ],
        ["A blocked account can still read what it could read before; it cannot write."],
        [
          "Before we block an account we tell its user the reason and hear them, unless the danger does not allow us to wait. In that case we hear them afterwards, without delay.",
        ],
        [
          "The reason is always given to the user and recorded. Whoever considers it wrong can write to us through the contact form; somebody who did not take the decision looks at it again.",
        ],
        ["Users have no claim to compensation for a suspension that these terms allow."],
      ],
    },
    {
      id: "rights",
      title: "Rights attribution",
      clauses: [
        [
          "The service itself, with its programs, texts, design and marks, belongs to us or to those who license it to us. You may use it as these terms provide; nothing more passes to you.",
        ],
        [
          "Your content remains yours. You allow us to store, transmit, translate and display it to those who may see it, as far as running the service requires and for as long as it does.",
        ],
        ["You put into the service only what you may put there."],
        [
          "Who owns the results of a project, including source code, documents, translations and the project's glossary, is settled in the project's contract. Where it says nothing, they belong to the client once the work has been paid for in full.",
        ],
        [
          "What each side learns of the other's confidential matters in a project stays confidential, during the project and after it.",
        ],
      ],
    },
    {
      id: "cancellation",
      title: "Cancellation of registration",
      clauses: [
        [
          "You may cancel your registration at any time, without giving a reason: in your settings, or by writing to us from your registered address. The account is deleted 14 days later, unless you sign in before and choose to stay. In your settings you can also have a copy of your data made first.",
        ],
        [
          "Whoever works on a project should first settle with its client how the work is handed over. What was agreed in the project's contract is not touched by the cancellation.",
        ],
        [
          "Once the account is deleted you can no longer sign in, and your name and profile are no longer shown. Messages and translations that you left in the conversations of others stay there, as a letter stays with whoever received it.",
        ],
        [
          "We delete your personal data as soon as no law obliges us to keep it, and no claim is open that needs it.",
        ],
        [
          "We may end the agreement with 30 days' notice, and at once for a serious breach that makes it unreasonable to go on.",
        ],
        [
          "What by its nature lasts longer, in particular confidentiality and the attribution of rights, lasts beyond the cancellation.",
        ],
      ],
    },
  ],
  question: "A question about these terms? Write to us.",
} as const;
