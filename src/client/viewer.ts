const viewerKey = 'tsudoi-viewer'
/** Without storage: valid while the page is open. */
let own = ''

/**
 * A random id of this browser for one day: a visitor's views of a content count once, and playing devices are told
 * apart.
 */
export const viewerOfToday = () => {
  const today = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10)
  try {
    const [day, name] = (localStorage.getItem(viewerKey) ?? '').split(' ')
    if (day === today && name) return name
    const made = crypto.randomUUID()
    localStorage.setItem(viewerKey, `${today} ${made}`)
    return made
  } catch {
    own ||= crypto.randomUUID()
    return own
  }
}
