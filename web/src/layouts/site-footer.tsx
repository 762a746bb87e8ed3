import { useHydrated } from "@tanstack/react-router";
import { myStoresTexts } from "contract/content-strings/defaults/personal/my-stores.ts";
import MessagesSquare from "lucide-static/icons/messages-square.svg?react";
import Share2 from "lucide-static/icons/share-2.svg?react";
import { type ReactNode, useEffect, useRef } from "react";
import { useSite } from "../api/site.ts";
import { useText, useTextOf } from "../api/texts.ts";
import { CountryPicker } from "../features/markets/country-picker.tsx";
import { useOpenMyStores } from "../features/my-stores/my-stores.tsx";
import { PathLink } from "../page/links.tsx";

const linkStyle = "inline-flex min-h-9 items-center gap-2 text-muted hover:text-text hover:underline";
const pageLinkStyle =
  "inline-flex min-h-9 items-center underline decoration-border-strong underline-offset-3 hover:text-text";

/** About, legal pages, contact and other channels. */
export default function SiteFooter() {
  const text = useText();
  const myStoresText = useTextOf(myStoresTexts);
  const site = useSite();
  // it needs scripts
  const isHydrated = useHydrated();
  const openMyStores = useOpenMyStores();
  const footer = useRef<HTMLElement>(null);
  useEffect(() => {
    // this footer has replaced the server's, which had the section that the address names
    const section = document.getElementById(location.hash.slice(1));
    if (section && footer.current?.contains(section) && !section.matches(":target")) location.replace(location.hash);
  }, []);
  return (
    <footer ref={footer} className="mt-12 border-t border-border bg-raised">
      <div className="page-width grid gap-x-12 gap-y-6 py-8 text-sm sm:grid-cols-2 lg:grid-cols-[4fr_3fr_3fr_auto]">
        <Section id="about" title={text("footer.about")}>
          <p>
            {text("footer.tagline")} {text("footer.about_text")}
          </p>
        </Section>
        <Section id="privacy" title={text("footer.privacy")}>
          <p>{text("privacy.description")}</p>
          <PathLink path="/privacy" className={pageLinkStyle}>
            {text("privacy.title")}
          </PathLink>
        </Section>
        <Section id="terms" title={text("footer.terms")}>
          <p>{text("terms.description")}</p>
          <PathLink path="/terms" className={pageLinkStyle}>
            {text("terms.title")}
          </PathLink>
        </Section>
        <ul className="flex flex-wrap gap-x-6 gap-y-1 lg:flex-col">
          <li>
            <PathLink path="/contact" className={linkStyle}>
              {text("footer.contact")}
            </PathLink>
          </li>
          {site.imprint && (
            <li>
              <PathLink path="/terms#terms.operator" className={linkStyle}>
                {text("footer.imprint")}
              </PathLink>
            </li>
          )}
          <li className="empty:hidden">
            <CountryPicker named className={`${linkStyle} figures`} />
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
          {isHydrated && (
            <li>
              <button
                type="button"
                aria-haspopup="dialog"
                onClick={openMyStores}
                className="inline-flex min-h-9 items-center text-muted hover:text-text hover:underline"
              >
                {myStoresText("my_stores.open")}
              </button>
            </li>
          )}
        </ul>
      </div>
    </footer>
  );
}

/** A section with an anchor, highlighted when targeted. */
function Section({ id, title, children }: { id: "about" | "privacy" | "terms"; title: string; children: ReactNode }) {
  return (
    <section id={id} tabIndex={-1} aria-labelledby={`${id}-heading`} className="rounded-md target:animate-highlight">
      <h2 id={`${id}-heading`}>
        <a href={`#${id}`} className="inline-flex min-h-9 items-center hover:underline">
          {title}
        </a>
      </h2>
      <div className="text-muted">{children}</div>
    </section>
  );
}
