import { profileActivationErrors } from "./activation.ts";
import { authErrors } from "./auth-errors.ts";
import { blogErrors } from "./blog-editing.ts";
import { botErrors } from "./bot-errors.ts";
import { botTextErrors } from "./bot-text-errors.ts";
import { catalogueErrors } from "./catalogue.ts";
import { messageChangeErrors } from "./changes.ts";
import { channelErrors } from "./channel-errors.ts";
import { codeErrors } from "./code-errors.ts";
import { contactErrors } from "./contact.ts";
import { conversationErrors } from "./conversation-errors.ts";
import { deletionErrors } from "./deletion.ts";
import { draftErrors } from "./drafts.ts";
import { driveErrors } from "./drive.ts";
import { exportErrors } from "./exports.ts";
import { fileErrors } from "./file-errors.ts";
import { firmErrors } from "./firm.ts";
import { glossaryErrors } from "./glossary.ts";
import { importErrors } from "./imports.ts";
import { invitationErrors } from "./invitations.ts";
import { commonErrors, type ErrorDefinition } from "./kit/errors.ts";
import { machineErrors } from "./machine-rooms.ts";
import { memoryErrors } from "./memory.ts";
import { milestoneErrors } from "./milestones.ts";
import { closedPageErrors } from "./pages.ts";
import { pricePlanErrors } from "./plans.ts";
import { profileErrors } from "./profiles.ts";
import { projectErrors } from "./project-errors.ts";
import { translationDraftErrors } from "./translation-drafts.ts";
import { translationErrors } from "./translation-errors.ts";
import { twoStepErrors } from "./two-step.ts";
import { userErrors } from "./users.ts";

/** Every error code of the API. */
export const errorDefinitions = {
  ...commonErrors,
  ...authErrors,
  ...twoStepErrors,
  ...userErrors,
  ...conversationErrors,
  ...invitationErrors,
  ...fileErrors,
  ...driveErrors,
  ...messageChangeErrors,
  ...draftErrors,
  ...translationErrors,
  ...translationDraftErrors,
  ...machineErrors,
  ...closedPageErrors,
  ...catalogueErrors,
  ...profileErrors,
  ...profileActivationErrors,
  ...blogErrors,
  ...pricePlanErrors,
  ...firmErrors,
  ...contactErrors,
  ...channelErrors,
  ...exportErrors,
  ...deletionErrors,
  ...memoryErrors,
  ...glossaryErrors,
  ...importErrors,
  ...projectErrors,
  ...milestoneErrors,
  ...codeErrors,
  ...botErrors,
  ...botTextErrors,
} as const;
export type ErrorCode = keyof typeof errorDefinitions;

export function findErrorDefinition(code: ErrorCode): ErrorDefinition {
  return errorDefinitions[code];
}
