/** The outcomes of reports about an offer. */
export const reportOutcomes = ["corrected", "was_right", "cannot_reproduce"] as const;
export type ReportOutcome = (typeof reportOutcomes)[number];

/** The maximum length of a reply to those who reported a price, in characters. */
export const maxReplyLength = 2_000;
