/** What the read model knows of a game; prices in cents, the release in days since 1970. */
export type SnapshotRow = {
  id: number;
  titleFolded: string;
  explicit: boolean;
  rating: number | null;
  metacriticScore: number | null;
  playerCount: number | null;
  releaseDay: number | null;
  steamCents: number | null;
  gogCents: number | null;
  cdkeysCents: number | null;
  otherCents: number | null;
  cdkeysInStock: boolean | null;
  bestCents: number | null;
};

/**
 * Reads `SnapshotRow`s; a condition on `games.id` goes behind it. Written out, because the thread that reads
 * the whole catalogue would take longer to load a query builder than to read a small one.
 */
export const selectSnapshotRows = `
  select
    games.id,
    title_folded as "titleFolded",
    explicit,
    rating,
    metacritic_score as "metacriticScore",
    player_count as "playerCount",
    release_date - date '1970-01-01' as "releaseDay",
    steam_cents as "steamCents",
    gog_cents as "gogCents",
    cdkeys_cents as "cdkeysCents",
    other_cents as "otherCents",
    cdkeys_in_stock as "cdkeysInStock",
    best_cents as "bestCents"
  from games left join game_prices on game_id = games.id`;
