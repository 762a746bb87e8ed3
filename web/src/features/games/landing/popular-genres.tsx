import { useQuery } from "@tanstack/react-query";
import { formatCount } from "contract/core/counts.ts";
import { useCall } from "../../../api/session.ts";
import { LandingLink } from "./landing-links.tsx";
import { useLandingText } from "./landing-text.ts";
import { popularGenresQuery } from "./queries.ts";

/** Links to the genres with the most games; nothing without genres. */
export default function PopularGenres() {
  const text = useLandingText();
  const { data: genres = [] } = useQuery(popularGenresQuery(useCall()));
  if (genres.length === 0) return null;
  return (
    <nav aria-labelledby="popular-genres" className="mt-10 border-t border-border pt-6">
      <h2 id="popular-genres" className="text-lg">
        {text("landing.popular_genres")}
      </h2>
      <ul className="mt-2 flex flex-wrap gap-x-5">
        {genres.map(({ slug, name, count }) => (
          <li key={slug}>
            <LandingLink kind="genre" name={name} className="inline-flex min-h-9 items-center gap-1.5 hover:underline">
              {name}
              <span className="figures text-sm text-muted">{formatCount(count)}</span>
            </LandingLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
