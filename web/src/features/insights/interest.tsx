import type { Insights } from "contract/insights/api.ts";
import { minPeople } from "contract/insights/rules.ts";
import { Card } from "../dashboard/card.tsx";
import { GameName } from "./game-name.tsx";
import { NumberTable } from "./number-table.tsx";

interface InterestProps {
  title: string;
  /** What users do with the games, as in "games that at least 3 people …". */
  verb: string;
  games: Insights["wishlisted"];
}

/** The games that most users want now. */
export function Interest({ title, verb, games }: InterestProps) {
  return (
    <Card title={title}>
      <p className="mt-1 text-sm text-muted">{`Games that at least ${minPeople} people ${verb} now.`}</p>
      <NumberTable
        label={title}
        columns={["Game", "People"]}
        rows={games}
        rowKey={({ game }) => game.id}
        cells={({ game, people }) => [<GameName key="game" game={game} />, people]}
        empty="There are none yet."
      />
    </Card>
  );
}
