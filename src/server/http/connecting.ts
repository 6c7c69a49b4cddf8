import { Agent, setGlobalDispatcher } from 'undici'

/** Milliseconds for a host that takes no connection; the limit of an answer is the caller's. */
const connectWithin = 3000

/** Of every `fetch` of this process, also of libraries: Node's own limit is 10 s, which is all that most callers wait for the answer. */
export const limitConnecting = () => setGlobalDispatcher(new Agent({ connect: { timeout: connectWithin } }))
