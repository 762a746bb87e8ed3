import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

interface GameLinkProps {
  id: number;
  className: string;
  children: ReactNode;
}

/** Leads to a game's page. The server, which renders dozens of them into a list, asks no router for the address. */
export const GameLink = import.meta.env.SSR
  ? ({ id, ...rest }: GameLinkProps) => <a href={`/games/${id}`} {...rest} />
  : ({ id, ...rest }: GameLinkProps) => <Link to="/games/$id" params={{ id: String(id) }} {...rest} />;
