import { maxMessageLength, maxSubjectLength } from "contract/contact/rules.ts";
import type { ReportedOffer } from "contract/prices/report-schema.ts";

/** What an address prefills. */
export interface Draft {
  subject: string;
  message: string;
  report: ReportedOffer | undefined;
}

/** Reads the search parameters of an address, which anyone may have written. */
export function readDraft({ subject, message, report }: Readonly<Record<string, unknown>>): Draft {
  return {
    subject: truncate(subject, maxSubjectLength),
    message: truncate(message, maxMessageLength),
    report: readOffer(report),
  };
}

/** The first `maxLength` characters of a text. */
function truncate(text: unknown, maxLength: number): string {
  return typeof text === "string" ? [...text].slice(0, maxLength).join("") : "";
}

/** `12.US.steam`: the offer of a game in a country at a store. */
function readOffer(text: unknown): ReportedOffer | undefined {
  const [, game, country, store] = /^(\d{1,9})\.([A-Z]{2})\.([a-z0-9-]{1,40})$/.exec(String(text)) ?? [];
  return game && country && store ? { game: Number(game), country, store } : undefined;
}
