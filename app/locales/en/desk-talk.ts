/** Conversations at the forwarder's desk; used in loaders and actions only. */
export default {
  answersTitle: "Answers",
  filesTitle: "Files of the answer {{name}}",
  flash: {
    filesAdded: "The files are kept with the answer.",
    fileRemoved: "The file is removed. Messages that were sent with it keep it.",
    answered: "Your answer is sent.",
    noted: "The note is kept. No customer sees it.",
    answerSaved: "The answer is saved.",
    answerRemoved: "The answer is removed.",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    "desk-talk": typeof import("./desk-talk.ts").default;
  }
}
