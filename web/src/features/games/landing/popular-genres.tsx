import { useQuery } from "@tanstack/react-query";
import { useCall } from "../../../api/session.ts";
import { useLandingText } from "./landing-text.ts";
import { NamedLinks } from "./named-links.tsx";
import { popularGenresQuery } from "./queries.ts";

/** Links to the genres with the most games; nothing without genres. */
export default function PopularGenres() {
  const text = useLandingText();
  const { data: genres = [] } = useQuery(popularGenresQuery(useCall()));
  return <NamedLinks kind="genre" title={text("landing.popular_genres")} names={genres} />;
}
