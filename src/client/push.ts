import { knownWorker, registerWorker } from './worker'

/* Web Push in this browser (W3C Push API). Nothing is asked but by a press of the fan. */

/** `needsHomeScreen`: an iPhone takes messages for sites on its home screen alone. */
export type PushState = 'unsupported' | 'needsHomeScreen' | 'denied' | 'off' | 'on'

const isApple = () =>
  /iPad|iPhone|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

export const subscriptionHere = async (): Promise<PushSubscription | null> =>
  (await (await knownWorker())?.pushManager?.getSubscription()) ?? null

export const pushState = async (): Promise<PushState> => {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isApple() ? 'needsHomeScreen' : 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return Notification.permission === 'granted' && (await subscriptionHere()) ? 'on' : 'off'
}

const toBase64Url = (bytes: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

/** What the fan recognises the device by: "Chrome, Android". */
const deviceName = () => {
  const { userAgent } = navigator
  const browser = /Edg\//.test(userAgent)
    ? 'Edge'
    : /OPR\//.test(userAgent)
      ? 'Opera'
      : /Firefox\/|FxiOS/.test(userAgent)
        ? 'Firefox'
        : /Chrome\/|CriOS/.test(userAgent)
          ? 'Chrome'
          : 'Safari'
  const system = isApple()
    ? 'iPhone / iPad'
    : /Android/.test(userAgent)
      ? 'Android'
      : /Windows/.test(userAgent)
        ? 'Windows'
        : /Mac OS/.test(userAgent)
          ? 'Mac'
          : 'Linux'
  return `${browser}, ${system}`
}

export type Allowed = { endpoint: string; p256dh: string; auth: string; name: string }

/** Asks the fan, and makes this browser take messages; null where they said no. Rejects where its push service could not be reached. */
export const allowPush = async (publicKey: string): Promise<Allowed | null> => {
  if ((await Notification.requestPermission()) !== 'granted') return null
  await registerWorker()
  const { pushManager } = await navigator.serviceWorker.ready
  const before = await pushManager.getSubscription()
  // Of a key that is no longer this installation's: it would take nothing.
  if (before && toBase64Url(before.options.applicationServerKey) !== publicKey) await before.unsubscribe()
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  return {
    endpoint: made.endpoint,
    p256dh: toBase64Url(made.getKey('p256dh')),
    auth: toBase64Url(made.getKey('auth')),
    name: deviceName(),
  }
}

/** This browser takes no more messages. Its push service says so to whoever still sends any. */
export const endPush = async (): Promise<void> => {
  await (await subscriptionHere())?.unsubscribe()
}
