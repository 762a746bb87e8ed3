/** The direction of a sort. */
export type Order = "ASC" | "DESC";
