/**
 * The buttons of a long form, in sight while it is filled in. The style sheet keeps what has the focus above
 * the bar (WCAG 2.2, 2.4.11); on low windows, where it would take the room of the fields, the bar stays at the
 * form's end.
 */
export function FormBar({ children }: { children: React.ReactNode }) {
  return (
    <div className="form-bar z-10 flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line bg-background py-2">
      {children}
    </div>
  );
}
