/** In which encoding a file with a table is. */
export default {
  title: "{{file}}: which letters are right?",
  lead: "The file is not UTF-8. Choose the encoding in which its letters are right.",
  line: "Line {{line}}: {{text}}",
  name: {
    "windows-1252": "Western European (Windows-1252)",
    gb18030: "Chinese, simplified (GB18030)",
    big5: "Chinese, traditional (Big5)",
    shift_jis: "Japanese (Shift-JIS)",
  },
  read: "Use this encoding",
  missing: "Please choose an encoding",
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    "file-encoding": typeof import("./file-encoding.ts").default;
  }
}
