import type { FileEncoding } from "contract/core/file-encoding.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";

interface EncodingBoxProps {
  encoding: FileEncoding | undefined;
  onChange: (encoding: FileEncoding | undefined) => void;
}

/** Whether a file is in Windows-1252 instead of UTF-8. */
export function EncodingBox({ encoding, onChange }: EncodingBoxProps) {
  return (
    <Checkbox
      label="The file is in Windows-1252"
      hint="Older spreadsheets write it. Files that begin with a byte order mark or declare an encoding need no choice."
      checked={encoding === "windows-1252"}
      onChange={({ target }) => onChange(target.checked ? "windows-1252" : undefined)}
    />
  );
}
