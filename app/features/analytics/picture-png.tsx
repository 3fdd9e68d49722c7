import { useState } from "react";
import { saveBlob } from "#app/lib/save-blob.ts";
import { Button } from "#app/ui/button.tsx";

/** Pixels of the file for each one of the picture, for paper and for large screens. */
const SCALE = 3;

export interface PngView {
  text: string;
  name: string;
  broken: string;
}

/** Saves the picture as PNG: the browser draws it, with the fonts that it has. */
export function PicturePng({ href, text, name, broken }: PngView & { href: string }) {
  const [isBroken, setBroken] = useState(false);
  return (
    <>
      <Button
        size="small"
        type="button"
        onClick={() =>
          draw(href).then(
            (blob) => {
              setBroken(false);
              saveBlob(blob, name);
            },
            () => setBroken(true),
          )
        }
      >
        {text}
      </Button>
      <output className="text-sm empty:hidden">{isBroken ? broken : ""}</output>
    </>
  );
}

async function draw(href: string): Promise<Blob> {
  const image = new Image();
  image.src = href;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * SCALE;
  canvas.height = image.naturalHeight * SCALE;
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error("The picture is too large to be drawn");
  return blob;
}
