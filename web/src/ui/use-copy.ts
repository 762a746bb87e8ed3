import { useEffect, useState } from "react";

/** How long a text counts as just copied, in milliseconds. */
const noticeTime = 2500;

/** Copies texts to the clipboard, and holds which one was copied just now. */
export function useCopy() {
  const [copied, setCopied] = useState<string>();
  useEffect(() => {
    if (copied === undefined) return;
    const timer = setTimeout(() => setCopied(undefined), noticeTime);
    return () => clearTimeout(timer);
  }, [copied]);

  /** Where the clipboard is blocked, the text is shown under this label, to be copied by hand. */
  async function copy(text: string, label: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(text);
    } catch {
      window.prompt(label, text);
    }
  }
  return { copied, copy };
}
