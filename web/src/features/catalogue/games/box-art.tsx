import type { CatalogueGame } from "contract/catalogue/game-schema.ts";
import { maxUploadBytes, uploadVersion } from "contract/images/uploads.ts";
import Upload from "lucide-static/icons/upload.svg?react";
import { useRef } from "react";
import { ErrorBox } from "../../../ui/error-box.tsx";
import { useAction } from "../../../ui/use-action.ts";
import { ActionButton } from "../../admin/action-button.tsx";
import { serverMessageOf, useAdminCall } from "../../admin/admin-call.tsx";
import { useDenialReason } from "../../admin/me.ts";
import { useRefresh } from "../../admin/queries.ts";
import { GameArt } from "../../images/game-art.tsx";

interface BoxArtProps {
  game: CatalogueGame;
  onDone: (done: string) => void;
}

/** The game's picture in both of its shapes, and the way to upload one. */
export function BoxArt({ game, onDone }: BoxArtProps) {
  const denialReason = useDenialReason()("catalogue.write");
  const file = useRef<HTMLInputElement>(null);
  const { running, failure, upload, remove } = useBoxArt(game, onDone);
  const { value = null } = game.fields.find(({ name }) => name === "boxart_url") ?? {};
  const version = uploadVersion(typeof value === "string" ? value : null);
  const picture = { gameId: game.id, version };
  return (
    <section aria-labelledby="box-art" className="rounded-lg border border-border bg-raised p-5">
      <h2 id="box-art" className="text-md">
        Box art
      </h2>
      {/* the key remounts the pictures, also to retry one that failed */}
      <div key={`${version} ${game.version}`} className="mt-3 flex items-start gap-4">
        <GameArt
          {...picture}
          alt={`${game.title}, upright`}
          variant="portrait"
          sizes="96px"
          className="aspect-[2/3] w-24 rounded-sm"
        />
        <GameArt
          {...picture}
          alt={`${game.title}, wide`}
          variant="landscape"
          sizes="224px"
          className="aspect-[460/215] w-56 rounded-sm"
        />
      </div>
      <p className="mt-3 text-sm text-muted">
        {version === null ? "As its sources have it." : "Uploaded here."} PNG, JPEG, WebP or AVIF, at most 8 MB; 600 ×
        900 pixels fill the upright shape.
      </p>
      {failure && (
        <div className="mt-3">
          <ErrorBox>{failure}</ErrorBox>
        </div>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <ActionButton size="small" denialReason={denialReason} disabled={running} onClick={() => file.current?.click()}>
          <Upload aria-hidden className="size-4" />
          {running ? "Uploading…" : "Upload box art"}
        </ActionButton>
        {version !== null && (
          <ActionButton size="small" denialReason={denialReason} disabled={running} onClick={() => void remove()}>
            Remove box art
          </ActionButton>
        )}
      </div>
      <input
        ref={file}
        type="file"
        hidden
        aria-label="Box art file"
        accept="image/png,image/jpeg,image/webp,image/avif"
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          // lets the same file be chosen again
          target.value = "";
          if (chosen) void upload(chosen);
        }}
      />
    </section>
  );
}

function useBoxArt({ id, version }: CatalogueGame, onDone: (done: string) => void) {
  const call = useAdminCall();
  const refresh = useRefresh();
  const { run, running, failure } = useAction((error) => serverMessageOf(error, (error as Error).message));
  const make = (done: string, change: () => Promise<unknown>) =>
    run(async () => {
      // also after a conflict, so that the next attempt is based on the version shown
      await change().finally(refresh);
      onDone(done);
    });

  return {
    running,
    failure,
    upload: (file: File) =>
      make("Uploaded the box art.", async () => {
        if (file.size > maxUploadBytes) throw new Error("The file has more than 8 MB");
        // the server detects the format from the bytes
        const body = new Blob([file], { type: "application/octet-stream" });
        const query = { base_version: version };
        await call("PUT /api/admin/catalogue/games/{id}/boxart", { params: { id }, query, body });
      }),
    remove: () =>
      make("Removed the uploaded box art.", () => {
        const body = { fields: ["boxart_url" as const], base_version: version };
        return call("POST /api/admin/catalogue/games/{id}/release", { params: { id }, body });
      }),
  };
}
