import type { PartialGame } from "contract/games/schema.ts";
import type { ReactNode } from "react";

export type TitledGame = Pick<PartialGame, "title" | "localized_title">;

interface GameTitleProps {
  game: TitledGame;
  /** The style of the English title beside another one. */
  beside?: string;
  show?: (title: string) => ReactNode;
}

/**
 * A game's title; one in the visitor's language comes first, with the English one beside it. Each has a direction of
 * its own.
 */
export function GameTitle({ game, beside = "", show = (title) => title }: GameTitleProps) {
  const { title = "", localized_title: own } = game;
  if (own === undefined) return <bdi className="wrap-anywhere">{show(title)}</bdi>;
  return (
    <>
      <bdi className="wrap-anywhere">{show(own)}</bdi>{" "}
      <bdi lang="en" className={`font-normal wrap-anywhere text-muted ${beside}`}>
        {show(title)}
      </bdi>
    </>
  );
}

/** Both titles as plain text. */
export const fullTitle = ({ title = "", localized_title: own }: TitledGame) =>
  own === undefined ? title : `${own} (${title})`;

/** One title, where there is room for one only, as in the name of a button. */
export const shownTitle = ({ title = "", localized_title: own }: TitledGame) => own ?? title;
