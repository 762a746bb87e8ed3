import { brand } from "contract/brand.ts";
import Download from "lucide-react/icons/download";
import { saveFile } from "../../../page/save-file.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { useAccountText } from "../../accounts/account-text.ts";

/** Shows new recovery codes, once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = useAccountText();
  const download = () =>
    saveFile(new Blob([`${codes.join("\n")}\n`], { type: "text/plain" }), `${brand.slug}-recovery-codes.txt`);
  return (
    <Dialog title={text("security.recovery")} onClose={onClose}>
      <div className="mt-3 grid gap-5">
        <p className="text-muted">{text("security.recovery_save")}</p>
        <ul className="grid grid-cols-2 gap-x-4 gap-y-1.5 rounded-md bg-sunken p-4 text-center font-mono">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-3">
          <Button kind="primary" onClick={onClose}>
            {text("security.recovery_done")}
          </Button>
          <Button onClick={download}>
            <Download aria-hidden className="size-4" />
            {text("security.recovery_download")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
