/** The specification's generic helper: never throws, and gives no details of a failure. */
export const fetchJson = async <T>(
  input: string,
  init?: RequestInit,
): Promise<{ ok: true; data: T } | { ok: false; message: 'API call failed' }> => {
  try {
    const response = await fetch(input, init)
    if (response.ok) return { ok: true, data: (await response.json()) as T }
  } catch {
    // Network errors and unreadable responses are handled like any other failure.
  }
  return { ok: false, message: 'API call failed' }
}
