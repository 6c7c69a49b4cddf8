import { type IdentityProvider, identityError, type Person } from './identityProvider'

/** People of the mocked portal; a test selects one by `localStorage['tsudoi-mock-user']`, or `nobody`. */
const people: Record<string, Person> = {
  owner: { uid: 'mock_owner', displayName: '星野 あおい', email: 'owner@hoshi.test', photoURL: '' },
  newcomer: { uid: 'mock_newcomer', displayName: 'はじめ', email: 'newcomer@tsudoi.test', photoURL: '' },
  editor: { uid: 'mock_editor', displayName: '三上 そら', email: 'editor@hoshi.test', photoURL: '' },
  fan: { uid: 'mock_fan', displayName: 'ひなた', email: 'fan@tsudoi.test', photoURL: '' },
  member: { uid: 'mock_member', displayName: 'つむぎ', email: 'member@tsudoi.test', photoURL: '' },
  operator: { uid: 'mock_operator', displayName: '運営', email: 'operator@tsudoi.test', photoURL: '' },
}
const key = 'tsudoi-mock-user'

const current = (): Person | null => people[localStorage.getItem(key) ?? 'owner'] ?? null
const listeners = new Set<(person: Person | null) => void>()
const become = (name: string) => {
  localStorage.setItem(key, name)
  for (const listener of listeners) listener(current())
}

const signIn = async (email: string) => {
  const [name] = Object.entries(people).find(([, person]) => person.email === email) ?? []
  if (!name) throw identityError('wrongPassword')
  become(name)
}

export const mockIdentity: IdentityProvider = {
  onUser(listener) {
    listeners.add(listener)
    queueMicrotask(() => listener(current()))
    return () => listeners.delete(listener)
  },
  token: async () => (current() ? `mock.${current()?.uid}` : ''),
  signInWithPassword: (email) => signIn(email),
  signUpWithPassword: async () => become('newcomer'),
  signInWithGoogle: async () => become('owner'),
  signInWithCustomToken: async () => become('owner'),
  sendPasswordReset: async () => {},
  signOut: async () => become('nobody'),
}
