import Link from "lucide-react/icons/link";
import { useEffect, useState } from "react";
import { buttonStyle } from "../../../../ui/button-style.ts";
import { classNames } from "../../../../ui/class-names.ts";
import { useListText } from "../list-text.ts";

/** How long the button shows that the address was copied, in milliseconds. */
const noticeTime = 2500;

/** Copies the address of the list, or shows it where the clipboard is blocked. */
export function CopySearch() {
  const text = useListText();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), noticeTime);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      setCopied(true);
    } catch {
      window.prompt(text("browse.copy"), location.href);
    }
  };
  return (
    <>
      <button
        type="button"
        aria-label={text("browse.copy")}
        title={text("browse.copy")}
        className={buttonStyle("quiet", "icon", "needs-script max-[24rem]:hidden")}
        onClick={copy}
      >
        <Link aria-hidden className={classNames("size-5", isCopied && "text-positive")} />
      </button>
      <span aria-live="polite" className="sr-only">
        {isCopied && text("browse.copied")}
      </span>
    </>
  );
}
