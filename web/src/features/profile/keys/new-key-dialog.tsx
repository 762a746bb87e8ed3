import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { useKeyText } from "./key-text.ts";

/** Shows a new key, once. */
export function NewKeyDialog({ token, onClose }: { token: string; onClose: () => void }) {
  const text = useKeyText();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(token);
    setCopied(true);
  };
  return (
    <Dialog title={text("keys.created")} onClose={onClose}>
      <div className="mt-3 grid gap-5">
        <p className="text-muted">{text("keys.created_text")}</p>
        <code className="rounded-md bg-sunken p-4 break-all select-all">{token}</code>
        <div className="flex flex-wrap gap-3">
          <Button kind="primary" onClick={copy}>
            {text(copied ? "keys.copied" : "keys.copy")}
          </Button>
          <Button onClick={onClose}>{text("keys.done")}</Button>
        </div>
      </div>
    </Dialog>
  );
}
