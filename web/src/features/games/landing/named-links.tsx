import type { NamedKind } from "contract/games/landing/rules.ts";
import { useId } from "react";
import { useLanguage, useNames } from "../../../api/texts.ts";
import { LandingLink } from "./landing-links.tsx";

interface NamedLinksProps {
  kind: NamedKind;
  title: string;
  /** With the number of games, if it is shown. */
  names: { name: string; count?: number }[];
}

/** A row of links to landing pages below a list; nothing without names. */
export function NamedLinks({ kind, title, names }: NamedLinksProps) {
  const id = useId();
  const language = useLanguage();
  const nameOf = useNames();
  if (names.length === 0) return null;
  return (
    <nav aria-labelledby={id} className="mt-10 border-t border-border pt-6">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      <ul className="mt-2 flex flex-wrap gap-x-5">
        {names.map(({ name, count }) => (
          <li key={name}>
            <LandingLink kind={kind} name={name} className="inline-flex min-h-9 items-center gap-1.5 hover:underline">
              {nameOf(kind, name)}
              {count !== undefined && <span className="figures text-sm text-muted">{language.count(count)}</span>}
            </LandingLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
