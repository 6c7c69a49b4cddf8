import { setupWorker } from 'msw/browser'
import { handlers } from './handlers'

/** Resolves when the mocks handle every further call of this page. */
export const startMocks = () => setupWorker(...handlers()).start({ quiet: true, onUnhandledFrame: 'bypass' })
