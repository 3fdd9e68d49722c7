import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { fileEncodings } from "./file-encoding-code.ts";
import { wireId } from "./wire.ts";

/** How a file that is no Unicode would be read: its first lines with letters that are not ASCII, and of those the cells with such. */
const encodingPreview = z.object({
  encoding: z.enum(fileEncodings),
  rows: z.array(z.object({ line: z.number().int(), cells: z.array(z.string()) })),
});
export type EncodingPreview = z.infer<typeof encodingPreview>;

/** In the report of an import: empty unless the file is no Unicode and nobody has said yet what it is. */
export const encodingPreviews = z.array(encodingPreview);
export type EncodingPreviews = z.infer<typeof encodingPreviews>;

/** The call that says in which of its likely encodings the file of an import is. */
export const encodingCall = (name: string, path: string, screen: string, access?: "staff") =>
  endpoint({
    name,
    summary: "Read the file of an import in one of the encodings that its report shows",
    usedBy: [screen],
    path,
    ...(access ? { access } : {}),
    isWrite: true,
    request: z.object({ id: wireId, encoding: z.enum(fileEncodings) }),
    response: z.null(),
  });
