/** The fields of a game that administrators edit, in the order of the form. */
export const editableFields = [
  "title",
  "type",
  "parent_id",
  "genre",
  "developer",
  "release_date",
  "steam_appid",
  "description",
  "tags",
  "explicit",
  "boxart_url",
  "rating",
  "review_score",
  "review_count",
  "player_count",
  "metacritic_score",
] as const;
export type EditableField = (typeof editableFields)[number];

/** What people do to a game; `original` is the state before the first change. */
export const gameActions = ["original", "edit", "release", "restore", "hide", "unhide"] as const;
export type GameAction = (typeof gameActions)[number];

/** What the catalogue desk can sort games by. */
export const catalogueSorts = ["relevance", "title", "popularity", "release_date", "rating"] as const;
export type CatalogueSort = (typeof catalogueSorts)[number];
