// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PushOffer } from '#club/push/fan/PushOffer.tsx'
import { PushWords } from '#club/push/fan/words.tsx'
import { answer, asked, pageAt, Refusal, signedIn } from '../support/screen'

const publicKey = 'AQID'
/** A browser that can take messages: jsdom cannot. */
const browser = (answers: NotificationPermission) => {
  let isSubscribed = false
  const requested = vi.fn(async () => {
    Object.assign(Notification, { permission: answers })
    return answers
  })
  const subscription = {
    endpoint: 'https://push.test/1',
    options: { applicationServerKey: new Uint8Array([1, 2, 3]).buffer },
    getKey: () => new Uint8Array([4]).buffer,
    unsubscribe: async () => {
      isSubscribed = false
      return true
    },
  }
  const pushManager = {
    getSubscription: async () => (isSubscribed ? subscription : null),
    subscribe: async () => {
      isSubscribed = true
      return subscription
    },
  }
  const registration = { pushManager, active: { scriptURL: `${location.origin}/worker.js` } }
  vi.stubGlobal('Notification', { permission: 'default', requestPermission: requested })
  vi.stubGlobal('PushManager', class {})
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      ready: Promise.resolve(registration),
      register: async () => registration,
      getRegistration: async () => registration,
      getRegistrations: async () => [registration],
    },
  })
  return { requested, isSubscribed: () => isSubscribed }
}

let page: Awaited<ReturnType<typeof pageAt>>
beforeEach(async () => {
  signedIn('fan')
  page = await pageAt({ words: [PushWords] })
  answer({ getPushSettings: () => ({ publicKey, devices: [], quiet: null }), addPushDevice: () => ({ deviceId: 'd' }) })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})
const shown = () => render(<PushOffer reason="live" />, { wrapper: page })
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

describe('The offer of messages', () => {
  test('asks the browser with the press and not before, and then says that they come', async () => {
    const { requested, isSubscribed } = browser('granted')
    shown()
    await screen.findByTestId('push-offer')
    expect(requested).not.toHaveBeenCalled()
    await press('Get notifications')
    await screen.findByText('This device gets notifications')
    expect(isSubscribed()).toBe(true)
    expect(asked.at(-1)).toMatchObject({ name: 'addPushDevice', payload: { endpoint: 'https://push.test/1' } })
  })
  test('leaves no browser on that nobody knows of: it says that it failed, and comes again', async () => {
    const { isSubscribed } = browser('granted')
    answer({
      addPushDevice: () => {
        throw new Refusal('internal', 500)
      },
    })
    const { unmount } = shown()
    await press('Get notifications')
    expect((await screen.findByRole('alert')).textContent).toContain('could not be set up')
    await waitFor(() => expect(isSubscribed()).toBe(false))
    unmount()
    shown()
    await screen.findByTestId('push-offer')
  })
  test('says where it is allowed to whoever’s browser refuses', async () => {
    browser('denied')
    shown()
    await press('Get notifications')
    expect((await screen.findByRole('alert')).textContent).toContain('settings')
    expect(asked.map(({ name }) => name)).not.toContain('addPushDevice')
  })
  test('that was put off does not come again', async () => {
    browser('granted')
    const { unmount } = shown()
    await press('Not now')
    unmount()
    shown()
    await new Promise((done) => setTimeout(done, 50))
    expect(screen.queryByTestId('push-offer')).toBeNull()
  })
  test('tells who is at an iPhone of the home screen, and has no press there', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone)')
    shown()
    await screen.findByText(/Add to Home Screen/)
    expect(screen.queryByRole('button', { name: 'Get notifications' })).toBeNull()
  })
})
