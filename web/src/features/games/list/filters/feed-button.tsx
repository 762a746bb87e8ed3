import Rss from "lucide-react/icons/rss";
import { useCountry } from "../../../../api/market.ts";
import { feedPath } from "../../../../page/feeds/feeds.ts";
import { buttonStyle } from "../../../../ui/button-style.ts";
import { listFeed } from "../list-feed.ts";
import { useFinderText } from "./finder-text.ts";
import { useFinder } from "./use-finder.ts";

/** Leads to the feed of the list. */
export function FeedButton() {
  const label = useFinderText()("finder.feed");
  const { address } = useFinder();
  return (
    <a
      href={feedPath(listFeed(address), useCountry())}
      aria-label={label}
      title={label}
      className={buttonStyle("quiet", "icon", "max-sm:hidden")}
    >
      <Rss aria-hidden className="size-5" />
    </a>
  );
}
