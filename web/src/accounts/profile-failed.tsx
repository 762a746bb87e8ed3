import { useRouter } from "@tanstack/react-router";
import CircleAlert from "lucide-react/icons/circle-alert";
import { useText } from "../content-strings/texts.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { useAccountText } from "./account-text.ts";

/** Stands where the profile could not be loaded for a reason other than the sign-in (spec/accounts 4.2). */
export function ProfileFailed() {
  const text = useAccountText();
  const shared = useText();
  const router = useRouter();
  return (
    <Notice
      alert
      level={1}
      icon={CircleAlert}
      title={text("profile.load_failed")}
      actions={
        <Button kind="primary" onClick={() => router.invalidate()}>
          {shared("status.retry")}
        </Button>
      }
    />
  );
}
