import { setupWorker } from 'msw/browser'
import { handlers } from './handlers'

/** Resolves when every further question of this page is answered by the mocks. */
export const startMocks = () => setupWorker(...handlers()).start({ quiet: true, onUnhandledFrame: 'bypass' })
