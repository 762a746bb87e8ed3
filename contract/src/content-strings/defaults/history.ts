/**
 * The texts of the price history as they ship, but for its frame. In a file of their own, as only those who are signed
 * in load them.
 */
export const historyTexts = {
  "history.range": "Time range",
  "history.days": "{days} days",
  "history.loading": "Loading price history…",
  "history.chart": "Chart of prices over {days} days; use the arrow keys to read it",
  "history.table": "Show as a table",
  "history.table_caption": "Price History",
  "history.date": "Date",
  "history.price": "Price",
  "history.not_sold": "Not sold",
  "history.store": "Store",
  "history.all_stores": "All Stores",
  "history.stores": "{count} stores",
  "history.several_stores": "Several…",
  "history.limited": "Showing the {shown} cheapest of {total} stores.",
  "history.lows": "Lowest price by store",
  "history.empty": "No price changes recorded in this time.",
  "history.attainable": "Attainable low",
  "history.attainable_hint": "The lowest price since the regular price last rose",
  "history.attainable_once": "at {store}, once since {date}",
  "history.attainable_times": "at {store}, {times} times since {date}",
  "history.trend_up": "Up {percentage}%",
  "history.trend_down": "Down {percentage}%",
} as const;
