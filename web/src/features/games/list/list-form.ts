/** The id of the form of a list's search, which the fields of its filters belong to as well. */
export const listForm = "list-form";

/** The id of its summary, which takes the focus when the focused element is removed, such as a filter chip. */
export const summaryId = "list-summary";
