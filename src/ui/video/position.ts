/** Where somebody was in a video, at this browser; seconds. */
const nameOf = (key: string) => `tsudoi-watched ${key}`

export const keepPosition = (key: string, seconds: number, duration: number) => {
  try {
    // After watching to the end it starts from the beginning.
    if (seconds < 5 || seconds > duration - 10) localStorage.removeItem(nameOf(key))
    else localStorage.setItem(nameOf(key), String(Math.floor(seconds)))
  } catch {
    // A browser that keeps nothing begins at the beginning.
  }
}

export const keptPosition = (key: string): number => {
  try {
    return Number(localStorage.getItem(nameOf(key))) || 0
  } catch {
    return 0
  }
}
