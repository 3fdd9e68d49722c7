export default {
  link: {
    connected: "Live",
    connecting: "Connecting",
    reconnecting: "Reconnecting; messages come a little later",
    offline: "Offline; what you send leaves when the connection is back",
  },
  state: {
    sending: "Sending",
    waiting: "Waiting for the connection",
    notSent: "Not sent",
    unsure: "Not certain",
    notSentYet: "Not sent yet; we keep trying",
  },
  retry: "Send again",
  edit: "Edit",
  cancel: "Cancel",
  remove: "Remove",
  discard: "Discard",
  me: "Me",
  fresh: "New messages: {{count}}",
  loadingOlder: "Loading older messages",
  olderFailed: "Older messages could not be loaded. Try again.",
  count: "{{count}} of {{max}} characters",
  enter: "Enter sends, Shift + Enter begins a line",
  emoji: {
    open: "Emoji",
    list: "Choose an emoji",
  },
  file: {
    sending: "Uploading {{percent}} %",
    taken: "Uploaded",
    failed: "The upload did not succeed",
    tooLarge: "The file is too large",
    tooMany: "Too many files",
    waiting: "The message goes as soon as its files are uploaded.",
    removeFirst: "A file was not taken. Send it again or remove it first.",
    leave: "The files of your message have not been sent and will be lost. Leave the page?",
    cancel: "Cancel {{name}}",
    remove: "Remove {{name}}",
    again: "Send again: {{name}}",
  },
};

declare module "../namespaces.ts" {
  interface Namespaces {
    "message-live": typeof import("./message-live.ts").default;
  }
}
