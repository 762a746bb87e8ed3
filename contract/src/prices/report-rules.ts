/** What came of the reports about an offer. */
export const reportOutcomes = ["corrected", "was_right", "cannot_reproduce"] as const;
export type ReportOutcome = (typeof reportOutcomes)[number];

/** Characters of a reply to those who reported a price. */
export const maxReplyLength = 2_000;
