const viewerKey = 'tsudoi-viewer'
/** Where nothing can be kept: as long as the page is open. */
let own = ''

/** A random name for this browser and day: a visitor who reads on counts once, and a device that plays is one. */
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
