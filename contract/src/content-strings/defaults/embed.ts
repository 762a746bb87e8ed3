/** Default texts of what other sites show: embeds, badges and the userscript. Only the server reads them. */
export const embedTexts = {
  "embed.badge": "lowest",
  "embed.best": "{price} at {store}",
  "embed.no_price": "No price yet",
  "embed.compare": "Compare prices at {brand}",
} as const;
