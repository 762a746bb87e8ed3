import { toAmount } from "contract/core/money.ts";
import { localizedIn } from "contract/games/titles.ts";
import type { PriceAlert } from "contract/notifications/alert-api.ts";
import type { Rule } from "contract/notifications/rule-schema.ts";
import type { RuleRow } from "./queries-rules.ts";

/** A rule with the titles of games in a language, where they have one. */
export function toRule({ lastFired, ...row }: RuleRow, language?: string): Rule {
  const { kind, currency, value } = row;
  return {
    id: row.id,
    kind,
    subject: toSubject(row, language),
    country: row.country,
    currency,
    value: kind === "target" ? toAmount(value, currency) : value,
    scope: row.scope,
    unless_included: row.unlessIncluded,
    channels: row.channels,
    created_at: row.createdAt.toISOString(),
    current_price: toAmount(row.currentMinor, currency),
    last_fired: lastFired && {
      at: new Date(lastFired.at).toISOString(),
      game_id: lastFired.gameId,
      title: lastFired.title,
      ...localizedIn(lastFired, language),
      store: lastFired.store,
      price: toAmount(lastFired.minor, currency),
      old_price: toAmount(lastFired.oldMinor, currency),
      plan: lastFired.plan,
    },
  };
}

/** A rule about a game as a price alert, with the game's title in a language, where it has one. */
export function toPriceAlert(row: RuleRow, language?: string): PriceAlert {
  const { kind, currency, value, currentMinor } = row;
  const targetMinor = kind === "target" ? value : null;
  return {
    id: row.id,
    game_id: row.gameId!,
    title: row.title!,
    ...localizedIn(row, language),
    country: row.country,
    currency,
    target_price: toAmount(targetMinor, currency),
    official: row.scope === "official",
    created_at: row.createdAt.toISOString(),
    last_fired_at: row.lastFiredAt?.toISOString() ?? null,
    current_price: toAmount(currentMinor, currency),
    reached: targetMinor !== null && currentMinor !== null && currentMinor <= targetMinor,
  };
}

function toSubject(row: Omit<RuleRow, "lastFired">, language: string | undefined): Rule["subject"] {
  const { subject, gameId, title, listId, listName, search, searchName } = row;
  if (subject === "game") return { type: "game", id: gameId!, title: title!, ...localizedIn(row, language) };
  if (subject === "list") return { type: "list", id: listId!, name: listName! };
  if (subject === "search") return { type: "search", query: search!, name: searchName! };
  return { type: subject };
}
