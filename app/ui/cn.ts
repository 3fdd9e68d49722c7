import { type ClassValue, clsx } from "clsx";

/** Joins class names; the caller's come last. */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
