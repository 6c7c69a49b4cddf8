/**
 * Shows the first field with an error and focuses it, in the open dialog or the page. In the middle of the window it
 * is not covered by the bar above or the save bar below.
 */
export const revealFirstProblem = () => {
  const scope = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
  const field = scope.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid=true]')
  if (!field) return
  const focusable = field.matches('input, textarea, select, button')
    ? field
    : field.querySelector<HTMLElement>('input:not([hidden]), textarea, select, button')
  focusable?.focus({ preventScroll: true })
  field.scrollIntoView({ block: 'center' })
}
