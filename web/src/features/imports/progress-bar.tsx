interface ProgressBarProps {
  label: string;
  /** 0 to 1. */
  share: number;
  note?: string | undefined;
}

/** How much is done, as a bar and in words. */
export function ProgressBar({ label, share, note }: ProgressBarProps) {
  const percent = Math.floor(share * 100);
  return (
    <div className="grid gap-1.5 text-sm">
      <div className="flex justify-between gap-3">
        <span>{label}</span>
        <span className="figures text-muted">{percent} %</span>
      </div>
      <progress aria-label={label} value={percent} max={100} className="h-2 w-full accent-accent-text" />
      {note && <p className="text-muted">{note}</p>}
    </div>
  );
}
