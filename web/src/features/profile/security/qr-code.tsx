import { useQuery } from "@tanstack/react-query";

/** A QR code, black on white in both themes, as cameras expect it. */
export function QrCode({ of, label }: { of: string; label: string }) {
  const { data: rows } = useQuery({
    queryKey: ["qr-code", of],
    gcTime: 0,
    queryFn: async () => (await import("uqr")).encode(of).data,
  });
  const size = rows?.length ?? 1;
  const path = rows?.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : []))).join("");
  return (
    <svg role="img" aria-label={label} viewBox={`-2 -2 ${size + 4} ${size + 4}`} className="mx-auto size-44 rounded-md">
      <rect x={-2} y={-2} width={size + 4} height={size + 4} fill="white" />
      <path d={path} fill="black" shapeRendering="crispEdges" />
    </svg>
  );
}
