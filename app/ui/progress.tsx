/** How much of a work is done, in percent. */
export function Progress({ value, label, className }: { value: number; label: string; className?: string }) {
  return <progress max={100} value={value} aria-label={label} className={className} />;
}
