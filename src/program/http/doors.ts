import type { IncomingMessage, ServerResponse } from 'node:http'
import { withHeaders } from '#server/http/answered.ts'
import { openAccountDoor } from './account'
import { openApp } from './app'
import { openDoor } from './door'
import { openFollowed } from './follow'
import { openMailReports } from './mailReports'
import { handleMedia } from './media'
import { openHealth, openMonitoring } from './monitoring'
import { openOneClick } from './oneClick'
import { openOpenapi } from './openapiDoor'
import { openPaymentCallback } from './paymentCallback'
import { openSettings } from './settings'
import { openTestingClock } from './testingClock'

/*
 * A built program handles everything under /api without Next, whose layer for API routes costs as much as all the rest of HTTP, and which
 * would bundle the whole server once more for each of them: its build has no API routes (next.config.js). What sign-ins, events of the
 * payment provider and one-click unsubscribing change, they change in the modules that operations and jobs use. Development goes through
 * Next (src/pages/api), which loads what was edited.
 */
type Door = (request: IncomingMessage, response: ServerResponse) => unknown
type Headers = Record<string, string>

const byPath: Record<string, Door | undefined> = {
  ...openMonitoring,
  '/api/health': openHealth,
  '/api/config.js': openSettings,
  '/api/openapi.json': openOpenapi,
  '/api/mail/stop': openOneClick,
  '/api/webhooks/stripe': openPaymentCallback,
  '/api/webhooks/mail': openMailReports,
  // Outside a demo it answers that there is none.
  '/api/testing/clock': openTestingClock,
}
const byBeginning: [string, Door][] = [
  ['/api/follow/', openFollowed],
  ['/api/app/', openApp],
  ['/api/account/', openAccountDoor],
  // The bytes of an upload go straight to the disk.
  ['/api/media/', handleMedia],
]
const otherDoorOf = (path: string) =>
  Object.hasOwn(byPath, path) ? byPath[path] : byBeginning.find(([start]) => path.startsWith(start))?.[1]
const operationPath = /^\/api\/(cms|public)\/(.+)$/

/** Who answers at a path under /api, with these headers; nobody where there is none. */
export const doorOf = (path: string, headers: Headers): Door | undefined => {
  const [, base, name] = operationPath.exec(path) ?? []
  if (name)
    return (request, response) => openDoor(base === 'public' ? 'public' : 'cms', name, request, response, headers)
  const open = otherDoorOf(path)
  return open && ((request, response) => open(request, withHeaders(response, headers)))
}

const ofMocked: Record<string, Door | undefined> = { '/api/config.js': openSettings, '/api/health': openHealth }

/** The mocked portal's calls never leave its browser. */
export const doorOfMocked = (path: string, headers: Headers): Door | undefined => {
  const open = Object.hasOwn(ofMocked, path) ? ofMocked[path] : undefined
  return open && ((request, response) => open(request, withHeaders(response, headers)))
}
