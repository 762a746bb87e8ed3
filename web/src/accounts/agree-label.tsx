import { Fragment } from "react";
import { useText } from "../content-strings/texts.ts";
import { useAccountText } from "./account-text.ts";
import { textLinkStyle } from "./text-link-style.ts";

/** "I agree to the … and the …", with links in the places of its variables. They open beside the form, so that nothing typed is lost. */
export function AgreeLabel() {
  const text = useAccountText();
  const title = useText();
  const links: Record<string, { path: string; name: string }> = {
    "{terms}": { path: "/terms", name: title("terms.title") },
    "{privacy}": { path: "/privacy", name: title("privacy.title") },
  };
  // each variable filled with itself, so that the places for the links are still there
  const sentence = text("register.agree", { terms: "{terms}", privacy: "{privacy}" });
  return sentence.split(/(\{\w+\})/).map((part) => {
    const link = links[part];
    return link ? (
      <a key={part} href={link.path} target="_blank" rel="noopener" className={textLinkStyle}>
        {link.name}
      </a>
    ) : (
      <Fragment key={part}>{part}</Fragment>
    );
  });
}
