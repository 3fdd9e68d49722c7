import { z } from "zod";
import { wireId } from "./wire.ts";

/** The formats in which a list can be saved (product 7.6). */
export const fileFormats = ["xlsx", "csv"] as const;
export type FileFormat = (typeof fileFormats)[number];
/** A report can be printed as well. */
export const reportFormats = [...fileFormats, "pdf"] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** Field of every request for a list as a file. */
export const fileRequest = { format: z.enum(fileFormats).default("xlsx") };

/** A list of more rows is not streamed: it becomes a job, and the answer is a `queuedExport`. */
export const STREAMED_ROWS = 20_000;
export const queuedExport = z.object({ exportJob: wireId });

/** `fileRequest` with the zone of the times in the file; UTC+8 unless it is a known zone. */
export const zonedFileRequest = { ...fileRequest, zone: z.string().max(100).optional() };
