/** Conversations at the forwarder's desk; used in loaders and actions only. */
export default {
  answersTitle: "Answers",
  flash: {
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
