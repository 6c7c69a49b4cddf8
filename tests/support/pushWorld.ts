import { openPushService } from './pushService'

/** Imported before anything reads the settings: the program sends its messages to this service. */
export const pushService = await openPushService()
process.env.PUSH_TEST_ORIGIN = pushService.origin
