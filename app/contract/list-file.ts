import { z } from "zod";

/** The formats in which a list can be saved (product 7.6). */
export const fileFormats = ["xlsx", "csv"] as const;
export type FileFormat = (typeof fileFormats)[number];

/** Field of every request for a list as a file. */
export const fileRequest = { format: z.enum(fileFormats).default("xlsx") };

/** As `fileRequest`, with the zone of the times in the file; UTC+8 unless it is a known zone. */
export const zonedFileRequest = { ...fileRequest, zone: z.string().max(100).optional() };
