import { Fragment } from "react";
import { useAccountText } from "../account-text.ts";
import { textLinkStyle } from "../text-link-style.ts";

/** "I agree to the … and the …", with links that open beside the form. */
export function AgreeLabel() {
  const text = useAccountText();
  const links: Record<string, { path: string; name: string }> = {
    "{terms}": { path: "/terms", name: text("terms.title") },
    "{privacy}": { path: "/privacy", name: text("privacy.title") },
  };
  // variables are filled with themselves and replaced by links below
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
