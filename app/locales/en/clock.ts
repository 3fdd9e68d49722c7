export default {
  title: "Times and time zone",
  text: "Lists, filters, order, details, documents and exports all follow this clock and name it.",
  legend: "Show times on",
  choice: {
    place: "The clock of each place",
    own: "My own clock ({{zone}})",
    ownUnknown: "My own clock",
    utc8: "UTC+8",
  },
  hint: {
    place: "A departure in the time of its port, an arrival in the time of the port it reaches.",
    own: "The time zone of this device. It is {{time}} there now.",
    ownUnknown: "The time zone of this device is not known yet: until then times are in UTC+8.",
    utc8: "China Standard Time, for every place. It is {{time}} there now.",
  },
  times: { place: "Times are local to each place.", zone: "Times are in {{zone}}." },
  months: {
    place: "Months begin and end by the local time of each port of departure.",
    zone: "Months begin and end on the clock {{zone}}.",
  },
  required: "Please choose a clock",
  save: "Save",
  back: "Back",
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    clock: typeof import("./clock.ts").default;
  }
}
