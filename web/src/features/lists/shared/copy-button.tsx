import { useNavigate } from "@tanstack/react-router";
import CopyPlus from "lucide-react/icons/copy-plus";
import { useState } from "react";
import { announceChange } from "../../../api/cross-tab-sync.ts";
import { useCall, useViewer } from "../../../api/session.ts";
import { Button } from "../../../ui/button.tsx";
import { buttonStyle } from "../../../ui/button-style.ts";
import { LoginLink } from "../../accounts/login-link.tsx";
import { wishlistFailure } from "../../wishlist/wishlist-failure.ts";
import { useListsText } from "../lists-text.ts";

/** Copies a shared list into the user's own lists; others sign in first. */
export function CopyButton({ token }: { token: string }) {
  const text = useListsText();
  const viewer = useViewer();
  const call = useCall();
  const navigate = useNavigate();
  const [copying, setCopying] = useState(false);
  const [failure, setFailure] = useState<string>();
  const label = (
    <>
      <CopyPlus aria-hidden className="size-4.5" />
      {text(copying ? "shared.copying" : "shared.copy")}
    </>
  );
  if (viewer === null || viewer === "unknown")
    return <LoginLink className={buttonStyle("secondary")}>{label}</LoginLink>;

  const copy = async () => {
    setCopying(true);
    setFailure(undefined);
    try {
      const { list } = await call("POST /api/shared/{token}/copy", { params: { token } });
      announceChange("lists");
      await navigate({ to: "/lists/{-$id}", params: { id: String(list.id) } });
    } catch (error) {
      setFailure(wishlistFailure(error, text("shared.copy_failed")));
      setCopying(false);
    }
  };
  return (
    <div className="grid gap-1">
      <Button disabled={copying} onClick={copy}>
        {label}
      </Button>
      {failure && (
        <p role="alert" className="max-w-60 text-sm text-danger">
          {failure}
        </p>
      )}
    </div>
  );
}
