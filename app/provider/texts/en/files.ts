/** Texts for refused files. */
export const files = {
  fileEmpty: "The file is empty",
  fileNameTooLong:
    "The name of the file should not exceed {nameBytes} bytes (some 85 Chinese characters). Send it under a shorter one",
  fileKindRefused: "This kind of file is not accepted. Send PDF, pictures, Office documents, text or ZIP",
  archiveRefused:
    "What this file holds is not accepted: programs, web pages, other archives, encrypted files, names that lead out of it, or far more than its size says. Send the papers by themselves",
  fileInfected: "The virus scanner found something in this file, so it was not kept",
  fileNotScanned:
    "The virus scanner does not answer, so the file was not kept. Please send it again in a few minutes",
  pictureRefused: "This is no picture that can be shown. Send PNG, JPEG, WebP or GIF",
  fileTooLarge: "The file should not exceed {megabytes} MB",
  tooManyFiles: "Attachments should not exceed {files} files",
  tableMissing: "Please choose a file",
  tableUnreadable: "This is neither a CSV nor an XLSX file",
  tableEncoding: "The file is not UTF-8: choose the encoding in which its letters are right first",
  numberUnclear: "Is it {byPoint} or {byComma}? Write it without a sign between thousands",
  numberPresumed: "Read as {value}, since semicolons part the cells of the file",
  cellError: "{value} is an error of the spreadsheet, not a value",
  cellShortened:
    "{value} is a number that the spreadsheet has shortened: set the column to text and write it in full",
  tableLong: "The file has more than {rows} rows: please divide it",
  tableTooMuch:
    "This file takes too much to read. Copy the rows that you need into a new file, or save them as CSV",
} as const;
