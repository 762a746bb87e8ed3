import { Link } from "@tanstack/react-router";
import { countsForLandingPages, landingPath, type NamedKind, namesOf, slugOf } from "contract/games/landing/rules.ts";
import type { Game } from "contract/games/schema.ts";
import { Fragment, type ReactNode } from "react";
import { useAddress } from "../../../api/market.ts";
import { useLanguage, useNames } from "../../../api/texts.ts";

/** A line is as high as a finger needs. */
const style =
  "inline-block leading-6 underline decoration-border-strong underline-offset-3 hover:decoration-current " +
  // the direction of the name
  "[unicode-bidi:plaintext]";

/** The genres, tags or developers of a game, linked to their landing pages if those include the game. */
export function LandingLinks({ kind, game }: { kind: NamedKind; game: Game }) {
  const isLinked = countsForLandingPages(game);
  const nameOf = useNames();
  const language = useLanguage();
  return namesOf(kind, game).map((name, index) => (
    <Fragment key={name}>
      {index > 0 && language.separator}
      {isLinked && slugOf(name) !== "" ? (
        <LandingLink kind={kind} name={name} className={style}>
          {nameOf(kind, name)}
        </LandingLink>
      ) : (
        nameOf(kind, name)
      )}
    </Fragment>
  ));
}

interface LandingLinkProps {
  kind: NamedKind;
  name: string;
  className: string;
  children: ReactNode;
}

/** Links to a landing page. On the server the router would only compute the address. */
export const LandingLink = import.meta.env.SSR
  ? ({ kind, name, ...rest }: LandingLinkProps) => (
      <a href={useAddress()(landingPath(kind, name) ?? "/games")} {...rest} />
    )
  : ({ kind, name, ...rest }: LandingLinkProps) => (
      <Link to={`/${kind}/$slug`} params={{ slug: slugOf(name) }} {...rest} />
    );
