const storageKey = 'tsudoi-letter-keys'

/** Whether single letters are commands in lists. Users of speech input need a way to turn them off (WCAG 2.1.4). */
export const areLetterKeysOn = (): boolean => {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}
export const setLetterKeys = (isOn: boolean): void => {
  try {
    if (isOn) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'off')
  } catch {
    // Then they stay as they are.
  }
}
