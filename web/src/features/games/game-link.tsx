import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useAddress } from "../../api/market.ts";

interface GameLinkProps {
  id: number;
  className: string;
  children: ReactNode;
}

/** Links to a game's page. On the server a plain link is faster: the router would only compute the address. */
export const GameLink = import.meta.env.SSR
  ? ({ id, ...rest }: GameLinkProps) => <a href={useAddress()(`/games/${id}`)} {...rest} />
  : ({ id, ...rest }: GameLinkProps) => <Link to="/games/$id" params={{ id: String(id) }} {...rest} />;
