import MessagesSquare from "lucide-react/icons/messages-square";
import Share2 from "lucide-react/icons/share-2";
import { useText } from "../content-strings/texts.ts";
import { useSite } from "../site-config/site.ts";
import { PathLink } from "./path-link.tsx";

const linkStyle = "inline-flex min-h-9 items-center gap-2 text-muted hover:text-text hover:underline";

/** What the site is, who stands behind it, and where to find them elsewhere. */
export function SiteFooter() {
  const text = useText();
  const site = useSite();
  return (
    <footer className="mt-12 border-t border-border bg-raised">
      <div className="page-width flex flex-wrap items-start justify-between gap-x-12 gap-y-6 py-8 text-sm">
        <div className="max-w-sm">
          <p className="font-semibold">{text("header.brand_name")}</p>
          <p className="mt-1 text-muted">{text("footer.tagline")}</p>
        </div>
        <ul className="flex flex-wrap gap-x-6 gap-y-1">
          <li>
            <PathLink path="/contact" className={linkStyle}>
              {text("footer.contact")}
            </PathLink>
          </li>
          <li>
            <a href="#about" className={linkStyle}>
              {text("footer.about")}
            </a>
          </li>
          <li>
            <a href="#privacy" className={linkStyle}>
              {text("footer.privacy")}
            </a>
          </li>
          <li>
            <a href="#terms" className={linkStyle}>
              {text("footer.terms")}
            </a>
          </li>
          {site.network_url && (
            <li>
              <a href={site.network_url} target="_blank" rel="noopener" className={linkStyle}>
                <Share2 aria-hidden className="size-4" />
                {text("footer.network")}
              </a>
            </li>
          )}
          {site.chat_url && (
            <li>
              <a href={site.chat_url} target="_blank" rel="noopener" className={linkStyle}>
                <MessagesSquare aria-hidden className="size-4" />
                {text("footer.chat")}
              </a>
            </li>
          )}
        </ul>
      </div>
    </footer>
  );
}
