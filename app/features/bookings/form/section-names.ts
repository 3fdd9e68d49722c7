/** Sections of the form in their order. Containers are asked for full containers only. */
export const formSections = ["route", "cargo", "containers", "parties", "terms"] as const;
export type FormSectionName = (typeof formSections)[number];

export const sectionId = (name: FormSectionName) => `section-${name}`;
