/* Calls of the operations themselves, for what a test does not do by a screen. */

/** A token of one of the demo world's accounts, or of `newPerson`. */
export const tokenOf = async (email: string): Promise<string> => {
  const emulator = `http://127.0.0.1:${process.env.E2E_AUTH_EMULATOR_PORT ?? '9299'}`
  const answer = await fetch(`${emulator}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=demo`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: 'tsudoi-demo', returnSecureToken: true }),
  })
  return ((await answer.json()) as { idToken: string }).idToken
}

export const callsAt = (origin: string) => async (token: string, name: string, payload: object) => {
  const answer = await fetch(`${origin}/api/cms/${name}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${token}`,
      'Idempotency-Key': crypto.randomUUID(),
    },
    body: JSON.stringify(payload),
  })
  const body = await answer.json()
  if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${JSON.stringify(body)}`)
  return body
}
