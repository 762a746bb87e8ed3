import { PathLink } from "../../page/path-link.tsx";

/** A game's title, which leads to its page. */
export function GameName({ game }: { game: { id: number; title: string } }) {
  return (
    <PathLink path={`/games/${game.id}`} className="text-accent-text underline underline-offset-3">
      {game.title}
    </PathLink>
  );
}
