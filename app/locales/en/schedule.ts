/** When something is sent again and again: the fields of a form, and the sentence. */
export default {
  field: {
    unit: "How often",
    every: "Every how many weeks or months",
    weekday: "Weekday",
    monthDay: "Day of the month",
    time: "Time",
    zone: "Time zone",
  },
  hint: { every: "For every second week: 2", monthDay: "A month without that day: its last day" },
  unit: { day: "Daily", week: "Weekly", month: "Monthly" },
  weekday: {
    "1": "Monday",
    "2": "Tuesday",
    "3": "Wednesday",
    "4": "Thursday",
    "5": "Friday",
    "6": "Saturday",
    "7": "Sunday",
  },
  when: {
    day: "Every day at {{time}} ({{zone}})",
    week: "Every {{weekday}} at {{time}} ({{zone}})",
    weeks: "Every {{every}} weeks on {{weekday}} at {{time}} ({{zone}})",
    month: "On day {{day}} of every month at {{time}} ({{zone}})",
    months: "On day {{day}} of every {{every}} months at {{time}} ({{zone}})",
  },
  fault: {
    number: "Give a number from {{least}} to {{most}}",
    time: "Give a time such as 08:00",
    choice: "Please choose",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    schedule: typeof import("./schedule.ts").default;
  }
}
