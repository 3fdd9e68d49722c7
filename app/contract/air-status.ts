import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { EVENT_ID_MAX, EVENTS_MAX, importReport, PIECES_MAX } from "./event.ts";

/** Cargo-IMP status codes of an FSU or FSA. */
export const airStatusCodes = [
  "BKD",
  "BKF",
  "FWB",
  "FOH",
  "RCS",
  "MAN",
  "DEP",
  "PRE",
  "ARR",
  "RCF",
  "RCT",
  "TFD",
  "TRM",
  "AWR",
  "AWD",
  "NFD",
  "CCD",
  "CRC",
  "DLV",
  "DDL",
  "DIS",
  "TGC",
  "OCI",
  "FIW",
  "FOW",
] as const;

const airport = z.string().regex(/^[A-Z]{3}$/);
const pieces = z.number().int().min(1).max(PIECES_MAX);

/** One status of an air waybill: the fields of a Cargo-IMP FSU. Times are those of the airport's clocks. */
export const airStatus = z
  .looseObject({
    /** The sender's id; without it a status is known by what it says. */
    eventID: z.string().min(1).max(EVENT_ID_MAX).optional(),
    /** When the airline made it; the same id with a later time corrects. */
    sentAt: z.iso.datetime({ offset: true }).optional(),
    statusCode: z.string().regex(/^[A-Z]{3}$/),
    /** 11 digits, with or without the hyphen. */
    airWaybillNumber: z.string().regex(/^\d{3}-?\d{8}$/),
    houseNumber: z.string().max(50).optional(),
    airport,
    origin: airport.optional(),
    destination: airport.optional(),
    /** "14NOV": the year is the one that fits the time of receipt. */
    day: z.string().regex(/^\d{2}(JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)$/),
    /** "1345"; without it only the day is known. */
    time: z
      .string()
      .regex(/^([01]\d|2[0-3])[0-5]\d$/)
      .optional(),
    /** Scheduled, estimated or actual. */
    timeType: z.enum(["S", "E", "A"]).default("A"),
    /** Airline and number: "LH8401". */
    flight: z
      .string()
      .regex(/^[A-Z0-9]{2}\d{3,4}[A-Z]?$/)
      .optional(),
    /** "3 of 10 pieces"; without a total all pieces of the shipment are meant, without both a status is about all. */
    pieces: pieces.optional(),
    totalPieces: pieces.optional(),
    discrepancyCode: z
      .string()
      .regex(/^[A-Z]{4}$/)
      .optional(),
    remark: z.string().max(1000).optional(),
  })
  .superRefine((status, check) => {
    const fault = (path: string, message: string) =>
      check.addIssue({ code: "custom", path: [path], message });
    if (status.pieces !== undefined && status.totalPieces !== undefined && status.pieces > status.totalPieces)
      fault("pieces", "more than totalPieces");
    if (/^(BKD|MAN|DEP|ARR)$/.test(status.statusCode) && !status.flight)
      fault("flight", `needed for ${status.statusCode}`);
    if (status.statusCode === "DIS" && !status.discrepancyCode) fault("discrepancyCode", "needed for DIS");
    if (status.timeType !== "A" && !/^(DEP|ARR)$/.test(status.statusCode))
      fault("timeType", "only for DEP and ARR");
  });

/** 5,000 statuses with their waybills. */
export const IMP_TEXT_MAX = 2_000_000;

export const importAirStatus = endpoint({
  name: "air.status",
  summary:
    "Take statuses of air waybills by Cargo-IMP codes, of parts of a shipment too; each is judged by itself. As JSON, or as the text of FSU and FSA messages (versions 3 to 15) in a body of text/plain: days and times are those of the airport, and a line that cannot be read is refused with its number. By a person of the desk, or an airline's program with its key",
  service: "tracking",
  path: "/air/status",
  body: "json",
  takesText: true,
  access: "staff",
  takesKeys: true,
  isWrite: true,
  request: z.union([
    z.object({ statuses: z.array(z.unknown()).min(1).max(EVENTS_MAX) }),
    z.object({ text: z.string().min(1).max(IMP_TEXT_MAX) }),
  ]),
  response: importReport,
});
