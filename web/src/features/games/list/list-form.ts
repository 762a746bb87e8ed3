/** The id of the form of a list's search, which the fields of its filters belong to as well. */
export const listForm = "list-form";

/** The id of its summary, which takes the focus when what had it is gone, such as a filter that was removed. */
export const summaryId = "list-summary";
