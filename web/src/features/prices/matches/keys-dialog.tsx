import { Dialog } from "../../../ui/dialog.tsx";

const keys = [
  ["j, ↓", "Next product"],
  ["k, ↑", "Previous product"],
  ["a, 1–9", "Accept as the first game, or as that one"],
  ["r", "Reject"],
  ["c", "Create a game"],
  ["x", "Select; with Shift all up to it"],
  ["u", "Undo the latest decision"],
  ["?", "Show these keys"],
];

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
        {keys.map(([key, what]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded border border-border px-1.5">{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-sm text-muted">Keys work while a product of the list has the focus.</p>
    </Dialog>
  );
}
