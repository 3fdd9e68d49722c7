import { type ClassValue, clsx } from "clsx";

/** Joins class names; what a caller adds comes last. */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
