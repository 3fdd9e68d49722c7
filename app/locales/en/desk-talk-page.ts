/** Texts of the markup of conversations at the forwarder's desk. */
export default {
  topics: "Topics",
  earlier: "Earlier messages, in the message center",
  messages: "Messages",
  none: "No messages yet.",
  written: "Written answers",
  insert: "Insert",
  text: "Your answer",
  send: "Send",
  withFiles: "Send files in the message center",
  answers: "Change the written answers",
  notes: "Notes of the desk",
  notesText: "Only the forwarder's people see them.",
  noNotes: "No notes yet.",
  note: "New note",
  addNote: "Keep the note",
  answersText:
    "Insert one into an answer with two presses. {{person}} becomes the customer's person, {{number}} the number of the conversation, {{me}} your name; what stays open is not sent.",
  answerFiles: "Files ({{count}})",
  backToAnswers: "Answers",
  noFiles: "No files go along with this answer yet.",
  removeFile: "Remove",
  removeFileNamed: "Remove {{name}}",
  addFiles: "Add files",
  uploadFiles: "Upload",
  takeAlong: "Files that go along",
  newAnswer: "New answer",
  answerName: "Name",
  answerEn: "In English",
  answerZh: "In Chinese",
  saveAnswer: "Save",
  removeAnswer: "Remove",
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    "desk-talk-page": typeof import("./desk-talk-page.ts").default;
  }
}
