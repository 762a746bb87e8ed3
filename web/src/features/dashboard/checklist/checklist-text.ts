import type { ChecklistKey } from "contract/dashboard/checklist.ts";
import type { SettingKey } from "contract/site-config/catalogue.ts";

export interface ChecklistText {
  title: string;
  /** Why it matters. */
  reason: string;
  /** Environment variables that solve it. */
  variables?: readonly string[];
  /** The setting that solves it. */
  setting?: SettingKey;
}

export const checklistTexts: Record<ChecklistKey, ChecklistText> = {
  contact_email: {
    title: "Contact address",
    reason: "Visitors see it, and messages are sent there.",
    setting: "contact.email",
  },
  mail: {
    title: "Outgoing mail",
    reason: "Without a mail server, messages are files in the data folder.",
    variables: ["SMTP_URL", "MAIL_FROM"],
  },
  public_url: {
    title: "Public address",
    reason: "Links in mails, feeds and search engines lead there.",
    variables: ["PUBLIC_URL"],
  },
  backups: {
    title: "Backups",
    reason: "A copy of all data every day.",
    variables: ["BACKUP_DIR"],
  },
  games: {
    title: "Source of games",
    reason: "New games and their details come from the stores.",
    variables: ["CATALOGUE_SYNC"],
  },
  prices: {
    title: "Source of prices",
    reason: "Prices are read on schedule.",
    variables: ["PRICE_SYNC"],
  },
  second_factor: {
    title: "Your second factor",
    reason: "A stolen password alone is then not enough to change this site.",
  },
  sample: {
    title: "Your own catalogue",
    reason: "The prices of the bundled sample are made up, and every page says so.",
  },
};
